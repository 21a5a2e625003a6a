/** A path that may be redirected, in place of the one that was asked for. */
interface OldForm {
  path: string
  /** Whether its feed was asked for. */
  isFeed: boolean
}

/** Other systems have a feed of each page, further pages of each list, and a second form of each page for telephones. */
const PARTS =
  /^(?<of>\/.+?)\/(?:(?<feed>feed(?:\/(?:rss2?|rdf|atom))?|rss|(?:feed|index|rss|atom)\.xml)|page\/\d{1,6}|amp)$/
/** WordPress has each picture in several sizes: `lamp-300x200.jpg`. */
const SIZED = /-\d{1,5}x\d{1,5}(?=\.\w{3,4}$)/
/** Ghost has them in a folder for each size: `/content/images/size/w600/2020/01/lamp.jpg`. */
const SIZES = /(?<=\/content\/images\/)size\/[wh\d]{2,12}\/(?:format\/\w{3,5}\/)?/

/** The paths by which the redirect of a path may be stored, the path itself first. */
export function* formsOf(path: string): Generator<OldForm> {
  yield { path, isFeed: false }
  const { of, feed } = PARTS.exec(path)?.groups ?? {}
  if (of !== undefined) yield { path: of, isFeed: feed !== undefined }
  const plain = path
    .replace(/\/\?.*$/, '')
    .replace(SIZED, '')
    .replace(SIZES, '')
  if (plain !== path && plain !== '') yield { path: plain, isFeed: false }
}

/** Lists have feeds, and stories have none: their readers are led to the story. */
export const feedOf = (target: string) =>
  /^\/(tag|author)\/[^/?]+$/.test(target) ? `${target}/rss.xml` : target
