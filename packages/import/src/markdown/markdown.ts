import { posix } from 'node:path'
import type { Archive, ArchiveInput } from '../archive/archive.ts'
import { type Fields, isFields, textOf } from '../archive/fields.ts'
import { decoded, pictureRef } from '../html/addresses.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, plainLine } from '../html/parse.ts'
import {
  type ImportedText,
  type OpenedFormat,
  type PictureRef,
  type SourceEntry,
  SourceError,
} from '../model.ts'
import { keysOf } from '../read-entry.ts'
import { Receipt } from '../receipt.ts'
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
  htmlOfMarkdown,
  NOTES_HEADING,
  outsideCode,
  replaceTemplates,
  withoutComments,
} from './markdown-html.ts'
import {
  addressesOf,
  fileName,
  isHidden,
  type MarkdownSite,
  NO_SITE,
  oldAddresses,
  readSite,
} from './site.ts'

/** What the texts of one folder share. */
interface MarkdownFolder {
  /** Undefined for a single file. */
  archive: Archive | undefined
  site: MarkdownSite
  /** The address of a text by the name of its file. */
  postUrl: (name: string) => string | undefined
  /** What the front matter of Hugo’s `_index.md` says of all texts in its folder, the outermost first. */
  cascades: [folder: string, facts: Fields][]
}

const MARKDOWN = /\.(?:md|markdown|mdown|mdx)$/i

/** Files about the folder itself, and parts of pages. */
const NO_TEXT =
  /^(?:readme|licen[cs]e|changelog|contributing|code_of_conduct|security|todo|404)\.\w+$|(?:^|\/)(?:archetypes|themes|layouts|_layouts|_includes|_site|vendor|\.github)\//i
const INDEX = /(?:^|\/)_index\.\w+$/

/** A folder or zip file with texts in Markdown: of Jekyll, Hugo, Astro, or of nobody. */
export async function openMarkdown({ name, archive, site: said }: ArchiveInput): Promise<OpenedFormat> {
  const found = await readSite(archive)
  const site = { ...found, base: found.base ?? said }
  const paths = archive.paths.filter((path) => MARKDOWN.test(path) && !NO_TEXT.test(path))
  const read = async (path: string) => readDocument(await archive.text(path))
  const cascades: MarkdownFolder['cascades'] = []
  for (const path of paths.filter((path) => INDEX.test(path)).toSorted((a, b) => a.length - b.length)) {
    const { matter } = await read(path).catch(() => ({ matter: {} as Fields }))
    const rules = Array.isArray(matter.cascade) ? matter.cascade : [matter.cascade]
    for (const rule of rules.filter(isFields))
      cascades.push([path.slice(0, path.lastIndexOf('/') + 1), namesOf(rule)])
  }
  const folder: MarkdownFolder = { archive, site, postUrl: postUrls(paths, site), cascades }
  return {
    kind: 'markdown',
    name: site.title || name,
    identity: `markdown:${site.base ? site.base.host + site.base.pathname.replace(/\/$/, '') : stem(name)}`,
    entries: () => listEntries(paths, archive.text, folder),
    redirects: () => oldAddresses(site, paths, read),
  }
}

/** A single text without a folder. */
export function openText(name: string, text: string): OpenedFormat {
  return {
    kind: 'markdown',
    name,
    identity: 'markdown',
    entries: () =>
      listEntries([`${name}.md`], async () => text, {
        archive: undefined,
        site: NO_SITE,
        postUrl: () => undefined,
        cascades: [],
      }),
    async *redirects() {},
  }
}

/** Addresses that are of no site, or those that programs begin with. */
const SHARED = /^$|^localhost$|^127\.|(?:^|\.)(?:example|yoursite|yourdomain)\.(?:com|org|net)$/

/** The same folder, downloaded or packed again. */
const stem = (name: string) => name.replace(/ ?\(\d+\)$|-(?:main|master)$/g, '').toLowerCase()

async function* listEntries(
  paths: readonly string[],
  text: (path: string) => Promise<string>,
  folder: MarkdownFolder,
): AsyncGenerator<SourceEntry> {
  const isOne = !SHARED.test(folder.site.base?.hostname ?? '')
  for (const path of paths) {
    const keys = isOne ? { key: path } : keysOf(path, await text(path).catch(() => ''))
    yield {
      ...keys,
      title: path,
      read: async () => readText(path, await readDocument(await text(path)), folder),
    }
  }
  for (const path of folder.archive?.links ?? [])
    if (MARKDOWN.test(path)) yield { key: path, title: path, read: refuseLink }
}

function readText(path: string, document: Document, folder: MarkdownFolder): ImportedText | undefined {
  // Such a page lists others; some have a text above the list.
  if (INDEX.test(path) && document.body.trim() === '') return undefined
  if (folder.site.generator === 'jekyll' && !document.hasMatter) return undefined
  return importedText(path, document, folder)
}

function refuseLink(): never {
  throw new SourceError('It is a link to another file, which is not followed.')
}

/** `2021-05-04-a-lamp` and the whole path both name a post. */
function postUrls(paths: readonly string[], site: MarkdownSite): MarkdownFolder['postUrl'] {
  const byName = new Map<string, string>()
  for (const path of paths) {
    byName.set(path, path)
    byName.set(path.replace(MARKDOWN, '').replace(/^.*\//, ''), path)
  }
  return (name) => {
    const path = byName.get(name.replace(/^\//, ''))
    return path && addressesOf(path, {}, null, site)[0]
  }
}

const EXCERPTS = ['excerpt', 'description', 'summary', 'subtitle']

function importedText(path: string, document: Document, folder: MarkdownFolder): ImportedText {
  const { archive, site } = folder
  const receipt = new Receipt()
  const { matter } = document
  const { slug, date } = fileName(path)
  const dialect = { isMdx: /\.mdx$/i.test(path), isObsidian: site.isVault || site.generator === 'none' }
  const seen = withoutComments(document.body, dialect, receipt)
  const inherited = folder.cascades.flatMap(([above, facts]) => (path.startsWith(above) ? [facts] : []))
  const own = Object.assign({}, ...inherited, matter)
  const state = stateOf(own, isHidden(path, site, matter), receipt)
  const { title, body } = titled({ matter, body: seen }, slug)
  const dates = datesOf(matter, date ? `${date}T00:00:00.000Z` : null)
  const addresses = archive ? addressesOf(path, matter, dates.published_at, site) : []
  const pictureAt = pictureIn(archive, path, { base: site.base, page: addresses[0] })
  const html = htmlOfMarkdown(
    replaceTemplates(dialect.isMdx ? withoutModule(body, receipt) : body, receipt, folder.postUrl),
  )
  const poster = posterOf(matter)
  const { content, pictures, words } = convertHtml(
    { html, ignored: NOTES_HEADING, adapt: adaptCode, base: site.base, pictureAt },
    receipt,
  )
  return {
    title,
    content,
    excerpt: plainLine(textOf(firstOf(matter, EXCERPTS))),
    state,
    ...dates,
    authors: authorsOf(matter),
    tags: tagsOf(matter),
    poster: poster ? pictureRef(poster.source, poster.alt, site.base, pictureAt(poster.source)) : null,
    pictures,
    addresses,
    receipt: receipt.losses,
    words,
  }
}

/** A text without a title in its facts begins with it. */
function titled({ matter, body }: Pick<Document, 'matter' | 'body'>, slug: string) {
  const title = plainLine(textOf(matter.title))
  if (title !== '') return { title, body }
  const text = body.trimStart()
  const [heading, atx, setext] = /^(?:# +([^\n]+)|([^\n]+)\n=+[ \t]*)(?:\n|$)/.exec(text) ?? []
  const found = (atx?.trimEnd().replace(/(?<= )#+$/, '') ?? setext ?? '').replace(/[*_`]/g, '').trim()
  if (heading === undefined || found === '') return { title: slug.replace(/[-_]+/g, ' ').trim(), body }
  return { title: plainLine(found), body: text.slice(heading.length) }
}

const MODULE = /^(?:import\s[^\n]*\sfrom\s|import\s+["']|export\s+(?:const|default|function)\b)[^\n]*$/gm
const COMPONENT = /<([A-Z]\w{0,60})/g

/** Without the lines of MDX that load and define components; what is between the tags of a component stays. */
const withoutModule = (body: string, receipt: Receipt): string =>
  outsideCode(body, (text) => {
    for (const [, name] of text.matchAll(COMPONENT)) receipt.add('component', 1, name)
    return text.replace(MODULE, () => {
      receipt.add('script')
      return ''
    })
  })

/** A block of code ends with its last line, not with an empty one. */
function adaptCode(root: Element): void {
  for (const code of elementsIn(root, 'pre > code'))
    code.textContent = (code.textContent ?? '').replace(/\n$/, '')
}

/** Folders whose files are at the root of the site. */
const PUBLIC = ['static', 'public', 'assets', 'source', 'src/assets', 'content', 'docs']

interface OldPage {
  /** The address of the old site; null if it is not known. */
  base: URL | null
  /** The path of the text there, if it had one. */
  page: string | undefined
}

/** The file of a picture, beside the text or in a folder of the site; its address if it has one. */
function pictureIn(archive: Archive | undefined, textPath: string, { base, page }: OldPage) {
  return (address: string): Partial<PictureRef> | undefined => {
    const path = pathOf(address, base)
    if (!archive || path === undefined) return undefined
    const beside = posix.normalize(posix.join(posix.dirname(textPath), path))
    const plain = path.replace(/^(?:\.?\/)+/, '')
    const found = [
      ...(path.startsWith('/') ? [] : [beside]),
      plain,
      ...PUBLIC.map((folder) => `${folder}/${plain}`),
    ].find((candidate) => archive.has(candidate))
    if (!found) return undefined
    const isAtRoot = path.startsWith('/')
    const own = isAtRoot && base ? new URL(path, base).href : null
    return {
      url: `/${(isAtRoot ? plain : found).split('/').map(encodeURIComponent).join('/')}`,
      path: found,
      address: own,
      old_path: (page && URL.parse(address, new URL(page, base ?? NOWHERE))?.pathname) ?? null,
    }
  }
}

const NOWHERE = 'https://site.invalid'

/** Without query; undefined for an address of another site. */
function pathOf(address: string, base: URL | null): string | undefined {
  const url = URL.parse(address)
  if (url && url.host !== base?.host) return undefined
  return decoded((url?.pathname ?? address).replace(/[?#].*$/, ''))
}
