/** What is added to the path of a page, for its feed or its book. */
type Part = '/rss.xml' | '/atom.xml' | '/feed.json' | '.epub'

/** A path that may be redirected, in place of the one that was asked for. */
interface OldForm {
  path: string
  /** What was asked for, besides the page itself. */
  part?: Part
}

/** Other systems have a feed of each page, further pages of each list, and a second form of each page for telephones. */
const PARTS =
  /^(?<of>\/.+?)\/(?:(?<feed>feed(?:\/(?:rss2?|rdf|atom))?|rss|(?:feed|index|rss|atom)\.xml|feed\.json)|page\/\d{1,6}|amp)$/
/** WordPress has each picture in several sizes: `lamp-300x200.jpg`. */
const SIZED = /-\d{1,5}x\d{1,5}(?=\.\w{3,4}$)/
/** Ghost has them in a folder for each size: `/content/images/size/w600/2020/01/lamp.jpg`. */
const SIZES = /(?<=\/content\/images\/)size\/[wh\d]{2,12}\/(?:format\/\w{3,5}\/)?/

/** The e-book of a story of another Nightdesk. */
const BOOK = /^(?<story>\/post\/\d+)\.epub$/

/** The paths by which the redirect of a path may be stored, the path itself first. */
export function* formsOf(path: string): Generator<OldForm> {
  yield { path }
  const { of, feed } = PARTS.exec(path)?.groups ?? {}
  if (of !== undefined) yield { path: of, ...(feed !== undefined && { part: feedFile(feed) }) }
  const { story } = BOOK.exec(path)?.groups ?? {}
  if (story !== undefined) yield { path: story, part: '.epub' }
  const plain = path
    .replace(/\/\?.*$/, '')
    .replace(SIZED, '')
    .replace(SIZES, '')
  if (plain !== path && plain !== '') yield { path: plain }
}

/** Our own formats stay; the others become RSS, which every reader knows. */
const feedFile = (feed: string): Part =>
  feed === 'atom.xml' || feed === 'feed.json' ? `/${feed}` : '/rss.xml'

/** The address of a part. Lists have feeds, and stories have none: their readers are led to the story. */
export function partOf(target: string, part: Part | undefined): string {
  if (part === '.epub') return /^\/post\/\d+$/.test(target) ? target + part : target
  return part && /^\/(tag|author)\/[^/?]+$/.test(target) ? target + part : target
}
