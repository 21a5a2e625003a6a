import { posix } from 'node:path'
import { type Archive, type FormatInput, TEXT } from '../archive/archive.ts'
import { type Fields, instantOf, isFields, textOf } from '../archive/fields.ts'
import { decoded, folderOf, ownPath, PICTURE, pathOfEntry, SOMEWHERE } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, plainLine, withClosed } from '../html/parse.ts'
import { type OpenedFormat, type PictureRef, type ReadText, type SourceEntry, SourceError } from '../model.ts'
import { keysOf } from '../read-entry.ts'
import type { Receipt } from '../receipt.ts'
import {
  authorsOf,
  type Document,
  datesOf,
  firstOf,
  namesOf,
  posterOf,
  readDocument,
  stateOf,
  tagsOf,
} from './front-matter.ts'
import {
  type AddressOf,
  htmlOfMarkdown,
  NOTES_HEADING,
  outsideCode,
  replaceTemplates,
  withoutAttributes,
  withoutComments,
} from './markdown-html.ts'
import {
  addressesOf,
  canonicalOf,
  defaultsOf,
  ENDING,
  fileName,
  isHidden,
  kindOf,
  type MarkdownSite,
  oldAddresses,
  readSite,
} from './site.ts'

/** What the texts of one folder share. */
interface MarkdownFolder {
  archive: Archive
  site: MarkdownSite
  /** Those of the texts. */
  paths: readonly string[]
  /** Reads one of them, with the facts that the configuration gives it. */
  read: (path: string) => Promise<Document>
  /** Whether the folder is a single file, which had no address. */
  isAlone: boolean
  /** The addresses of its texts by the names that others give them: of their files, with or without folders. */
  names: () => Promise<ReadonlyMap<string, string>>
  /** The paths of all files by their names, by which Obsidian finds pictures. */
  files: ReadonlyMap<string, string>
  /** What the front matter of Hugo’s `_index.md` says of all texts in its folder, the outermost first. */
  cascades: [folder: string, facts: Fields][]
}

/** Files about the folder itself, and parts of pages. */
const NO_TEXT =
  /^(?:readme|licen[cs]e|changelog|contributing|code_of_conduct|security|todo|404)\.\w+$|(?:^|\/)(?:archetypes|themes|layouts|_layouts|_includes|_site|vendor|\.github)\//i
const INDEX = /(?:^|\/)_index\.\w+$/

/** A file, folder or zip file with texts in Markdown: of Jekyll, Hugo, Astro, or of nobody. */
export async function openMarkdown(
  { name, archive, head, site: said }: FormatInput,
  found: readonly string[],
): Promise<OpenedFormat> {
  const isAlone = head !== undefined
  const known = await readSite(archive)
  const site = { ...known, base: said ?? (isAlone ? null : known.base) }
  const paths = isAlone ? found : found.filter((path) => !NO_TEXT.test(path))
  const read = async (path: string) => {
    const { matter, ...document } = await readDocument(await archive.text(path))
    return { ...document, matter: { ...defaultsOf(path, site), ...matter } }
  }
  const cascades: MarkdownFolder['cascades'] = []
  for (const path of paths.filter((path) => INDEX.test(path)).toSorted((a, b) => a.length - b.length)) {
    const { matter } = await read(path).catch(() => ({ matter: {} as Fields }))
    const rules = Array.isArray(matter.cascade) ? matter.cascade : [matter.cascade]
    for (const rule of rules.filter(isFields))
      cascades.push([path.slice(0, path.lastIndexOf('/') + 1), namesOf(rule)])
  }
  const folder: MarkdownFolder = {
    archive,
    site,
    paths,
    read,
    isAlone,
    names: namesOfTexts(paths, site, read),
    files: new Map(archive.paths.toReversed().map((path) => [posix.basename(path), path])),
    cascades,
  }
  const opened = {
    kind: 'markdown',
    name: site.title || name,
    entries: () => listEntries(folder),
  } as const
  if (isAlone) return { ...opened, identity: 'markdown' }
  return {
    ...opened,
    lacksSite: site.base === null,
    identity: `markdown:${site.base ? site.base.host + folderOf(site.base) : stem(name)}`,
    redirects: () => oldAddresses(site, paths, read),
  }
}

/** Addresses that are of no site, or those that programs begin with. */
const SHARED = /^$|^localhost$|^127\.|(?:^|\.)(?:example|yoursite|yourdomain)\.(?:com|org|net)$/

/** The same folder, downloaded or packed again. */
const stem = (name: string) => name.replace(/ ?\(\d+\)$|-(?:main|master)$/g, '').toLowerCase()

async function* listEntries(folder: MarkdownFolder): AsyncGenerator<SourceEntry> {
  const { archive, site, paths } = folder
  const isOne = !SHARED.test(site.base?.hostname ?? '')
  for (const path of paths) {
    const keys = isOne ? { key: path } : await keysOfText(path, await archive.text(path).catch(() => ''))
    yield { ...keys, title: path, read: (receipt) => readText(path, folder, receipt) }
  }
  const refuse = () => Promise.reject(new SourceError('It is a link to another file, which is not followed.'))
  for (const path of archive.links) if (TEXT.test(path)) yield { key: path, title: path, read: refuse }
}

/** A text of no known site is told apart by where its original is, if it says so. */
async function keysOfText(path: string, contents: string): Promise<Pick<SourceEntry, 'key' | 'old_key'>> {
  const keys = keysOf(path, contents)
  const document = await readDocument(contents).catch(() => undefined)
  const original = document && (canonicalOf(document.matter) ?? URL.parse(textOf(document.matter.permalink)))
  return original && original.pathname !== '/' ? { key: original.href, old_key: keys.key } : keys
}

/** Reads all texts when it is called for the first time. */
function namesOfTexts(
  paths: readonly string[],
  site: MarkdownSite,
  read: (path: string) => Promise<Document>,
): MarkdownFolder['names'] {
  let names: Promise<ReadonlyMap<string, string>> | undefined
  const readAll = async () => {
    const found = new Map<string, string>()
    for (const path of paths) {
      const { matter } = await read(path).catch(() => ({ matter: {} }))
      const [address] = addressesOf(path, matter, datesIn(path, matter).published_at, site)
      const plain = plainName(path)
      const inRoot = plain.replace(/^(?:content|src\/content|src\/pages|source)\//, '')
      const name = posix.basename(plain)
      for (const each of [plain, inRoot, inRoot.replace(/(^|\/)_(?:posts|drafts)\//, '$1'), name])
        if (address !== undefined && !found.has(each)) found.set(each, address)
    }
    return found
  }
  return () => {
    names ??= readAll()
    return names
  }
}

/** A text in a folder of its own has the name of the folder. */
const plainName = (path: string) =>
  path
    .normalize()
    .replace(/^\//, '')
    .replace(ENDING, '')
    .replace(/\/(?:_?index)?$/, '')

const datesIn = (path: string, matter: Fields) => datesOf(matter, instantOf(fileName(path).date))

/** Finds texts by names that are in one of them, which may be paths from its folder. */
async function addressFinder(path: string, body: string, { names }: MarkdownFolder): Promise<AddressOf> {
  const known = /post_url|link|ref|\.m(?:d|arkdown)|\[\[/.test(body)
    ? await names()
    : new Map<string, string>()
  return (name) => {
    const [target = '', fragment] = name.split('#', 2)
    if (target === '') return fragment === undefined ? undefined : name
    const plain = plainName(target)
    const found = known.get(posix.join(posix.dirname(path), plain)) ?? known.get(plain)
    return found && (fragment === undefined ? found : `${found}#${fragment}`)
  }
}

const SEARCH_TITLES = ['seotitle', 'metatitle']
const SEARCH_TEXTS = ['seodescription', 'metadescription']
const EXCERPTS = ['excerpt', 'description', 'summary', 'subtitle', ...SEARCH_TEXTS]

async function readText(
  path: string,
  folder: MarkdownFolder,
  receipt: Receipt,
): Promise<ReadText | undefined> {
  const { site } = folder
  const document = await folder.read(path)
  const { matter } = document
  // Such a page lists others; some have a text above the list.
  if (INDEX.test(path) && document.body.trim() === '') return undefined
  const isHtml = /\.html?$/i.test(path)
  if ((site.generator === 'jekyll' || isHtml) && !document.hasMatter) return undefined
  const dialect = { isMdx: /\.mdx$/i.test(path), isObsidian: site.isVault || site.generator === 'none' }
  const seen = withoutComments(document.body, dialect, receipt)
  const inherited = folder.cascades.flatMap(([above, facts]) => (path.startsWith(above) ? [facts] : []))
  const own = Object.assign({}, ...inherited, matter)
  const state = stateOf(own, isHidden(path, site, matter), receipt)
  const { title, body } = titled({ matter, body: seen }, fileName(path).slug)
  if (body.trim() === '' && document.body.trim() !== '') receipt.add('title-only')
  const excerpt = lineOf(textOf(firstOf(matter, EXCERPTS)))
  noteFacts(matter, { title, excerpt, base: site.base }, receipt)
  const dates = datesIn(path, matter)
  const addresses = addressesOf(path, matter, dates.published_at, folder.isAlone ? null : site)
  const addressOf = await addressFinder(path, body, folder)
  const markdown = dialect.isMdx ? withoutModule(body, receipt) : body
  const text = replaceTemplates(markdown, receipt, addressOf, folderOf(site.base))
  const plain = dialect.isObsidian && text.includes('[[') ? withoutWikiLinks(text, folder, addressOf) : text
  const kind = kindOf(path, own, site, folder.paths)
  if (kind === 'list') receipt.add('page')
  const isUnfit = receipt.losses.some(({ kind }) => kind === 'template' || kind === 'page')
  return {
    title,
    excerpt,
    state: isUnfit ? 'draft' : state,
    ...dates,
    authors: authorsOf(matter),
    tags: tagsOf(matter),
    addresses,
    ...(kind === 'page' && { page: {} }),
    ...convertHtml(
      {
        html: isHtml ? plain : htmlOfMarkdown(plain),
        poster: posterOf(matter),
        ignored: NOTES_HEADING,
        adapt: (root) => adaptMarkdown(root, addressOf),
        base: site.base && new URL(addresses[0] ?? '', site.base),
        pictureAt: (address) => pictureIn(folder, path, address, addresses[0]),
      },
      receipt,
    ),
  }
}

/** Facts that a story has no place for. */
function noteFacts(
  matter: Fields,
  { title, excerpt, base }: { title: string; excerpt: string; base: URL | null },
  receipt: Receipt,
) {
  const canonical = canonicalOf(matter)
  if (canonical && !(base && ownPath(canonical.href, base))) receipt.add('canonical', 1, canonical.href)
  receipt.addSearchText(lineOf(textOf(firstOf(matter, SEARCH_TITLES))), title)
  receipt.addSearchText(lineOf(textOf(firstOf(matter, SEARCH_TEXTS))), excerpt)
  if (['sticky', 'pinned', 'featured'].some((name) => matter[name] === true)) receipt.add('sticky')
}

const NO_TAG =
  /<(?!!--|\/?(?:a|abbr|b|br|cite|code|div|em|h1|i|img|mark|p|q|s|small|span|strong|sub|sup|u)\b[^<>]*>)/g

/** A title or excerpt as plain text. What looks like another tag is a word of it: `Option<T>`. */
const lineOf = (html: string): string => plainLine(html.replace(NO_TAG, '&lt;'))

/** A text without a title in its facts begins with it. */
function titled({ matter, body }: Pick<Document, 'matter' | 'body'>, slug: string) {
  const title = lineOf(textOf(matter.title))
  if (title !== '') return { title, body }
  const text = body.trimStart()
  const [heading, atx, setext] = /^(?:# +([^\n]+)|([^\n]+)\n=+[ \t]*)(?:\n|$)/.exec(text) ?? []
  const found = lineOf(htmlOfMarkdown(outsideCode(`# ${atx ?? setext ?? ''}`, withoutAttributes)))
  if (heading === undefined || found === '') return { title: slug.replace(/[-_]+/g, ' ').trim(), body }
  return { title: found, body: text.slice(heading.length) }
}

/** Up to an empty line. */
const MODULE =
  /^(?:import\s[^\n]*(?:\sfrom\s|\{$)|import\s+["']|export\s+(?:const|default|function)\b)[^\n]*(?:\n[ \t]*\S[^\n]*)*/gm
const COMPONENT = /<([A-Z]\w{0,60})/g

/** Without the lines of MDX that load and define components; what is between the tags of a component stays. */
const withoutModule = (body: string, receipt: Receipt): string =>
  outsideCode(body, (text) => {
    for (const [, name] of text.matchAll(COMPONENT)) receipt.add('component', 1, name)
    return withClosed(text).replace(MODULE, () => {
      receipt.add('script')
      return ''
    })
  })

/** `[[Note#Heading|text]]`, `![[lamp.png|Its light|300]]`. A link may begin so, too: `[[1]](a.md)`. */
const WIKI_LINK = /(!?)\[\[([^[\]|\n]+?)(?:\\?\|([^[\]\n]*))?\]\](?![([])/g

/** Writes the links and pictures of Obsidian as those of Markdown, and a link to no text as its words. */
const withoutWikiLinks = (body: string, { archive, files }: MarkdownFolder, addressOf: AddressOf): string =>
  outsideCode(body, (text) =>
    text.replace(WIKI_LINK, (_, embeds: string, target: string, said = '') => {
      if (embeds && PICTURE.test(target)) {
        const file = archive.has(target) ? target : files.get(posix.basename(target.normalize()))
        return `![${said.replace(/(?:^|\|)\d+(?:x\d+)?$/, '')}](<${pathOfEntry(file ?? target)}>)`
      }
      const words = said || target.replace(/^#/, '').replaceAll('#', ' > ')
      const address = addressOf(target)
      return address === undefined ? words : `[${words}](<${address}>)`
    }),
  )

/** A link to the file of a text, in the same folder or below the root. */
const FILE = /^(?![a-z][\w+.-]*:|\/\/)[^?#]+\.(?:md|markdown|mdown|mdx)(?:#|$)/i

function adaptMarkdown(root: Element, addressOf: AddressOf): void {
  // A block of code ends with its last line, not with an empty one.
  for (const code of elementsIn(root, 'pre > code'))
    code.textContent = (code.textContent ?? '').replace(/\n$/, '')
  for (const link of elementsIn(root, 'a[href]')) {
    const href = link.getAttribute('href') ?? ''
    const address = FILE.test(href) ? addressOf(decoded(href)) : undefined
    if (address !== undefined) link.setAttribute('href', address)
  }
}

/** Folders whose files are at the root of the site. */
const PUBLIC = ['static', 'public', 'assets', 'source', 'src/assets', 'content', 'docs']

/**
 * The file of a picture, beside the text or in a folder of the site; its address if it has one.
 * @param page the path of the text on the old site, if it had one
 */
function pictureIn(
  { archive, site: { base } }: MarkdownFolder,
  textPath: string,
  address: string,
  page: string | undefined,
): Partial<PictureRef> | undefined {
  const path = pathOf(address, base)
  if (path === undefined) return undefined
  const isAtRoot = path.startsWith('/')
  const plain = path.replace(/^(?:\.?\/)+/, '')
  const root = `${folderOf(base).slice(1)}/`
  const names = plain.startsWith(root) ? [plain, plain.slice(root.length)] : [plain]
  const found = [
    ...(isAtRoot ? [] : [posix.normalize(posix.join(posix.dirname(textPath), path))]),
    ...names.flatMap((name) => [name, ...PUBLIC.map((folder) => `${folder}/${name}`)]),
  ].find(archive.has)
  if (!found) return undefined
  return {
    url: pathOfEntry(isAtRoot ? plain : found),
    path: found,
    address: isAtRoot && base ? new URL(path, base).href : null,
    old_path: (page && URL.parse(address, new URL(page, base ?? SOMEWHERE))?.pathname) ?? null,
  }
}

/** Without query; undefined for an address of another site. */
function pathOf(address: string, base: URL | null): string | undefined {
  const url = URL.parse(address)
  if (url && url.host !== base?.host) return undefined
  return decoded((url?.pathname ?? address).replace(/[?#].*$/, ''))
}
