import { uniqueTags } from '@nightdesk/contracts'
import type { Archive } from '../archive/archive.ts'
import { type Fields, instantOf, isFields, listOf, parseJson, textOf } from '../archive/fields.ts'
import { type AddressBase, decoded, pictureRef, resolve } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { plainLine } from '../html/parse.ts'
import {
  type ImportedAuthor,
  type ImportedText,
  type OldAddress,
  type OpenedFormat,
  type PictureRef,
  SourceError,
} from '../model.ts'
import { Receipt } from '../receipt/losses.ts'
import { adaptCards, CONTROLS } from './text/cards.ts'
import { htmlOfLexical, htmlOfMobiledoc } from './text/stored-formats.ts'

interface GhostExport {
  name: string
  json: string
  /** The zip file or folder around the JSON, with the pictures. */
  archive: Archive | undefined
  /** The address of the old site, which an export does not have. */
  site: URL | null
}

/** An export of Ghost. Its posts are named by random ids, so that no two sites have the same. */
export async function openGhost(input: GhostExport): Promise<OpenedFormat> {
  const site = readGhost(input.json)
  const { archive } = input
  const addresses: AddressBase = {
    base: input.site,
    pictureAt: (address) => {
      const path = archive && entryOf(address, archive)
      return path === undefined ? undefined : { path }
    },
  }
  return {
    kind: 'ghost',
    name: site.title || input.name,
    identity: 'ghost',
    async *entries() {
      for (const post of site.posts)
        yield {
          key: textOf(post.uuid) || textOf(post.id) || textOf(post.slug),
          title: textOf(post.title),
          read: () => importedPost(post, site, addresses),
        }
    },
    redirects: () => oldAddresses(site, archive),
  }
}

/** The entry of a picture such as `/content/images/size/w600/2020/01/lamp.jpg`. */
function entryOf(address: string, { has }: Archive): string | undefined {
  const [, inContent] = /\/content\/((?:images|media|files)\/[^?#]+)/.exec(address) ?? []
  if (!inContent) return undefined
  const plain = decoded(inContent).replace(/^images\/size\/w\d+(?:h\d+)?\//, 'images/')
  return [`content/${plain}`, plain, `data/content/${plain}`].find(has)
}

/** Feeds, the pages of tags and authors, and the redirects that the site had itself. */
async function* oldAddresses(site: GhostSite, archive: Archive | undefined): AsyncGenerator<OldAddress> {
  yield { path: '/rss/', target: { kind: 'feed' } }
  yield { path: '/feed/', target: { kind: 'feed' } }
  for (const { slug, name, isInternal } of site.tags.values())
    if (!isInternal && slug !== '') yield { path: `/tag/${slug}/`, target: { kind: 'tag', name } }
  for (const { slug, name } of site.users.values())
    if (slug !== '') yield { path: `/author/${slug}/`, target: { kind: 'author', name } }
  const file = archive?.paths.find((path) => /(?:^|\/)redirects(?:-[\d-]+)?\.(?:json|ya?ml)$/.test(path))
  if (!archive || !file) return
  const text = await archive.text(file)
  for (const [from, to] of file.endsWith('json') ? inJson(text) : await inYaml(text)) {
    const path = literalPath(from)
    if (path && to.startsWith('/')) yield { path, target: { kind: 'path', path: to } }
  }
}

type Rules = [from: string, to: string][]

const inJson = (text: string): Rules =>
  listOf(parseJson(text, 'The file of redirects in the archive is damaged.')).map(({ from, to }) => [
    textOf(from),
    textOf(to),
  ])

/** Rules by their status: `301: {/from: /to}`. */
async function inYaml(text: string): Promise<Rules> {
  const { parseYaml } = await import('../markdown/front-matter.ts')
  const rules = parseYaml(text)
  return Object.values(isFields(rules) ? rules : {}).flatMap((group) =>
    isFields(group) ? Object.entries(group).map(([from, to]): [string, string] => [from, textOf(to)]) : [],
  )
}

/** The path that a pattern is for; undefined if it is for several. */
function literalPath(pattern: string): string | undefined {
  const path = pattern
    .replace(/\\([/.-])/g, '$1')
    .replace(/^\^/, '')
    .replace(/\/?\??\$$/, '')
  return /[*+()[\]{}|\\^$]/.test(path) || !path.startsWith('/') ? undefined : path
}

/** The tables of an export. Passwords, tokens and members are not read. */
interface GhostSite {
  title: string
  /** As in `/:year/:slug/`. */
  permalinks: string
  posts: Fields[]
  /** By id. */
  tags: Map<string, GhostTag>
  users: Map<string, GhostUser>
  /** The ids of tags and of authors, by the id of the post. */
  tagsOfPosts: Map<string, string[]>
  authorsOfPosts: Map<string, string[]>
  /** Texts of pictures and excerpts beside a post, by its id. */
  metaOfPosts: Map<string, Fields>
}

interface GhostTag {
  name: string
  slug: string
  isInternal: boolean
}

interface GhostUser extends ImportedAuthor {
  slug: string
}

/** Reads the JSON of an export: of Ghost itself, or with the wrapper `db` around it. */
function readGhost(json: string): GhostSite {
  const data = dataOf(parseJson(json, 'The JSON file is damaged or incomplete. Export it again.'))
  if (!data) throw new SourceError('The JSON file is no export of Ghost: it has no posts.')
  const settings = new Map(listOf(data.settings).map(({ key, value }) => [textOf(key), textOf(value)]))
  return {
    title: settings.get('title') ?? '',
    permalinks: settings.get('permalinks') || '/:slug/',
    posts: listOf(data.posts),
    tags: new Map(listOf(data.tags).map((tag) => [textOf(tag.id), tagOf(tag)])),
    users: new Map(listOf(data.users).map((user) => [textOf(user.id), userOf(user)])),
    tagsOfPosts: related(data.posts_tags, 'tag_id'),
    authorsOfPosts: related(data.posts_authors, 'author_id'),
    metaOfPosts: new Map(listOf(data.posts_meta).map((meta) => [textOf(meta.post_id), meta])),
  }
}

function dataOf(root: unknown): Fields | undefined {
  if (!isFields(root)) return undefined
  const [inner] = listOf(root.db)
  const { data } = inner ?? root
  return isFields(data) && Array.isArray(data.posts) ? data : undefined
}

const tagOf = (tag: Fields): GhostTag => ({
  name: textOf(tag.name).trim(),
  slug: textOf(tag.slug),
  isInternal: textOf(tag.visibility) === 'internal' || textOf(tag.name).startsWith('#'),
})

function userOf(user: Fields): GhostUser {
  const email = textOf(user.email)
  const name = textOf(user.name).trim() || textOf(user.slug)
  return { name, ...(email && { email }), role: 'author', slug: textOf(user.slug) }
}

function related(rows: unknown, column: string): Map<string, string[]> {
  const sorted = listOf(rows).toSorted((a, b) => Number(a.sort_order ?? 0) - Number(b.sort_order ?? 0))
  const byPost = Map.groupBy(sorted, ({ post_id }) => textOf(post_id))
  return new Map([...byPost].map(([post, found]) => [post, found.map((row) => textOf(row[column]))]))
}

/** Ghost writes this for its own address. */
const OWN = /__GHOST_URL__/g
const withoutHost = (text: string) => text.replace(OWN, '')

function importedPost(post: Fields, site: GhostSite, addresses: AddressBase): ImportedText {
  const receipt = new Receipt()
  const id = textOf(post.id)
  const html = withoutHost(htmlOf(post))
  const { content, pictures, words } = convertHtml(
    { html, ignored: CONTROLS, adapt: adaptCards, ...addresses },
    receipt,
  )
  const state = stateOf(post, receipt)
  return {
    title: plainLine(textOf(post.title)),
    content,
    excerpt: plainLine(textOf(post.custom_excerpt)),
    state,
    created_at: instantOf(post.created_at),
    published_at: instantOf(post.published_at),
    updated_at: instantOf(post.updated_at),
    authors: authorsOf(post, site),
    tags: tagsOf(id, site, receipt),
    poster: posterOf(post, site.metaOfPosts.get(id), addresses),
    pictures,
    addresses: addressesOf(post, site),
    receipt: receipt.losses,
    words,
  }
}

/** Ghost writes the HTML of each post beside the format of its editor. */
function htmlOf(post: Fields): string {
  const html = textOf(post.html)
  if (html !== '') return html
  const lexical = textOf(post.lexical)
  if (lexical !== '') return htmlOfLexical(lexical)
  const mobiledoc = textOf(post.mobiledoc)
  return mobiledoc === '' ? '' : htmlOfMobiledoc(mobiledoc)
}

/** What was not public there is not public here. */
function stateOf(post: Fields, receipt: Receipt): ImportedText['state'] {
  const status = textOf(post.status)
  const visibility = textOf(post.visibility) || 'public'
  if (status === 'scheduled') receipt.add('scheduled')
  if (status === 'sent') receipt.add('email-only')
  if (status !== 'published') return 'draft'
  const isForAll = visibility === 'public' && !/kg-gated-block:begin/.test(textOf(post.html))
  if (!isForAll) receipt.add('members')
  return isForAll ? 'published' : 'draft'
}

function authorsOf(post: Fields, { authorsOfPosts, users }: GhostSite): ImportedAuthor[] {
  const ids = authorsOfPosts.get(textOf(post.id)) ?? [textOf(post.author_id)]
  return ids.flatMap((id) => {
    const user = users.get(id)
    if (!user) return []
    const { slug, ...author } = user
    return [author]
  })
}

function tagsOf(id: string, { tagsOfPosts, tags }: GhostSite, receipt: Receipt): string[] {
  const found = (tagsOfPosts.get(id) ?? []).flatMap((tag) => tags.get(tag) ?? [])
  for (const { name } of found.filter(({ isInternal }) => isInternal)) receipt.add('internal-tag', 1, name)
  return uniqueTags(
    found.filter(({ name, isInternal }) => name !== '' && !isInternal).map(({ name }) => name),
  )
}

function posterOf(
  post: Fields,
  meta: Fields | undefined,
  { base, pictureAt }: AddressBase,
): PictureRef | null {
  const image = withoutHost(textOf(post.feature_image) || textOf(post.image))
  const found = pictureAt?.(resolve(image, base)?.href ?? image)
  return image === '' ? null : pictureRef(image, textOf(meta?.feature_image_alt), base, found)
}

function addressesOf(post: Fields, { permalinks }: GhostSite): string[] {
  const published = instantOf(post.published_at) ?? ''
  const parts: Readonly<Record<string, string>> = {
    year: published.slice(0, 4),
    month: published.slice(5, 7),
    day: published.slice(8, 10),
    slug: textOf(post.slug),
    id: textOf(post.id),
  }
  const dated = permalinks.replace(/:([a-z_]+)/g, (whole, name: string) => parts[name] ?? whole)
  const plain = `/${parts.slug}/`
  const isComplete = !dated.includes(':') && parts.slug !== ''
  const own = [...(isComplete ? [dated] : []), ...(parts.slug === '' ? [] : [plain])]
  const uuid = textOf(post.uuid)
  return [...new Set([...own, ...own.map((path) => `${path}amp/`), ...(uuid ? [`/p/${uuid}/`] : [])])]
}
