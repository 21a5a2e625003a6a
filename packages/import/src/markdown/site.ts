import { dirname } from 'node:path/posix'
import type { Archive } from '../archive/archive.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../archive/fields.ts'
import { folderOf, ownPath, SOMEWHERE } from '../html/addresses.ts'
import { FEED, HOME, type OldAddress, SourceError } from '../model.ts'
import {
  authorsOf,
  type Document,
  firstOf,
  namesOf,
  parseToml,
  parseYaml,
  tagsIn,
  tagsOf,
  textsOf,
} from './front-matter.ts'

/** The program that made a site of the texts, as far as its files show. */
export type MarkdownSite = Awaited<ReturnType<typeof readSite>>

/** Whether the program makes no page of a text because of where it is. Of a vault of Obsidian, only what says so is public. */
export function isHidden(path: string, site: MarkdownSite, { publish }: Fields): boolean {
  if (site.generator === 'none' && site.isVault) return !/^(?:true|yes)$/i.test(String(publish))
  const names = path.split('/').filter((name) => !/^_(?:posts|index\.\w+)$/.test(name))
  return (
    names.some((name) => /^[._]/.test(name) && !site.collections.includes(name)) ||
    names.slice(0, -1).some((name) => /^(?:drafts?|private|hidden|unlisted|trash)$/i.test(name)) ||
    site.excluded.some((pattern) => pattern.test(path)) ||
    isPartOfPage(path, site)
  )
}

/** The folder of a page of Hugo. What else is in it makes no page. */
const BUNDLE = /^(content\/.+)\/index(?:\.[\w-]{2,5})?\.(?:md|markdown|mdown|mdx|html?)$/i

function isPartOfPage(path: string, { bundles }: MarkdownSite): boolean {
  let folder = dirname(BUNDLE.exec(path)?.[1] ?? path)
  while (folder !== '.' && !bundles.has(folder)) folder = dirname(folder)
  return folder !== '.'
}

/** In no folder of the site: `about.md`, `content/about/index.md`, but no post. */
const isAtTop = (path: string) => fileName(path).folders.length === 0 && !/(?:^|\/)_/.test(path)
const PAGES = /^(?:pages?|about|contact)$/i
/** Pages that the theme makes, whose texts are at most a heading. */
const LISTS = /^(?:home|index|404|search|sitemap|archives?|tags?|categories|products?)$/i

/** Whether a text is a page of the site and no story: beside the folders of a generated site, or by its own words. */
export function kindOf(path: string, matter: Fields, { generator }: MarkdownSite, paths: readonly string[]) {
  if (/(?:^|\/)_posts\//.test(path)) return 'story'
  const said = ['layout', 'type', 'kind'].map((name) => textOf(matter[name]))
  if (said.some((word) => LISTS.test(word))) return 'list'
  if (said.some((word) => PAGES.test(word))) return 'page'
  return generator !== 'none' && isAtTop(path) && !paths.every(isAtTop) ? 'page' : 'story'
}

const CONFIGS =
  /^(?:_config\.ya?ml|(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)|astro\.config\.[cm]?[jt]s)$/

export async function readSite(archive: Archive) {
  const file = archive.paths.find((path) => CONFIGS.test(path))
  const config = file === undefined ? {} : await configOf(file, await archive.text(file))
  const generator = generatorOf(archive, file)
  const address =
    textOf(config.url) || textOf(config.baseURL) || textOf(config.baseurl) || textOf(config.site)
  const folder = generator === 'jekyll' ? textOf(config.baseurl) : ''
  return {
    generator,
    /** Whether it has the settings of Obsidian. */
    isVault: archive.paths.some((path) => /(?:^|\/)\.obsidian\//.test(path)),
    title: textOf(config.title) || textOf(config.name),
    /** That of the texts of Hugo whose addresses do not begin with their language. */
    language: (textOf(config.defaultContentLanguage) || 'en').toLowerCase(),
    base: URL.parse(folder && !/^https?:/.test(folder) ? address.replace(/\/$/, '') + folder : address),
    /** The pattern of addresses in Jekyll; in Hugo one for each folder. */
    permalinks: config.permalink ?? config.permalinks,
    /** What Jekyll leaves out, and the folders of whose texts it makes pages: `_recipes`. */
    excluded: textsOf(config.exclude).map(patternOf),
    collections: Object.entries(fieldsOf(config.collections)).flatMap(([name, collection]) =>
      fieldsOf(collection).output === true ? [`_${name}`] : [],
    ),
    /** What Jekyll is told of the texts in a folder or of a kind, the most specific last. */
    defaults: listOf(config.defaults)
      .map(({ scope, values }) => ({
        path: textOf(fieldsOf(scope).path),
        kind: textOf(fieldsOf(scope).type),
        facts: namesOf(fieldsOf(values)),
      }))
      .toSorted((a, b) => a.path.length - b.path.length || Number(a.kind !== '') - Number(b.kind !== '')),
    /** Folders of Hugo that are one page each. */
    bundles: new Set(
      generator === 'hugo' ? archive.paths.flatMap((path) => BUNDLE.exec(path)?.[1] ?? []) : [],
    ),
  }
}

/** The facts that the configuration of Jekyll gives a text by its folder and kind. */
export function defaultsOf(path: string, { defaults }: MarkdownSite): Fields {
  const own = /(?:^|\/)_([^/]+)\//.exec(path)?.[1] ?? 'pages'
  const found = defaults.filter(
    ({ path: above, kind }) => (above === '' || patternOf(above).test(path)) && (kind === '' || kind === own),
  )
  return Object.assign({}, ...found.map(({ facts }) => facts))
}

/** Of the paths of a file or folder, in which `*` stands for any characters. */
const patternOf = (name: string) =>
  new RegExp(
    `^${name
      .replace(/^\.?\/|\/$/g, '')
      .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
      .replace(/\*+/g, '.*')
      .replaceAll('?', '.')}(?:/|$)`,
  )

function generatorOf({ paths }: Archive, config = '') {
  if (config.startsWith('_config') || paths.some((path) => /(?:^|\/)_posts\//.test(path))) return 'jekyll'
  if (config.startsWith('astro') || paths.some((path) => path.startsWith('src/content/'))) return 'astro'
  if (config !== '' || paths.some((path) => /^(?:archetypes|content)\//.test(path))) return 'hugo'
  return 'none'
}

async function configOf(file: string, text: string): Promise<Fields> {
  if (file.startsWith('astro')) return { site: /\bsite:\s*["'`]([^"'`]+)/.exec(text)?.[1] }
  const damaged = (where: string) => `“${file}” is not valid${where}. Correct it, and pack the files again.`
  const config = file.endsWith('.toml') ? await parseToml(text, damaged) : parseYaml(text, damaged)
  return fieldsOf(config)
}

export const ENDING = /\.(?:md|markdown|mdown|mdx|html?)$/i
/** The language of a text, but not the end of a name such as `node.js`. */
const LANGUAGE = /\.(?!(?:ai|go|io|js|py|rb|rs|sh|ts)$)[a-z]{2}(?:-[a-z]{2})?$/i
const ROOTS = /^(?:content|src\/content|src\/pages|source|posts(?=\/_posts))\//

/**
 * What the name of a file says: `_posts/2021-05-04-a-lamp.md`.
 * @returns the folders without those that are not part of addresses, the date as `2021-05-04`, the name with and without it, and the
 * language as `pt-br`, or nothing
 */
export function fileName(path: string) {
  const parts = path.replace(ROOTS, '').replace(ENDING, '').split('/')
  const whole = parts.pop() ?? ''
  const last = whole.replace(LANGUAGE, '')
  // A text in a folder of its own has the name of the folder.
  const isBundle = /^(?:index|_index|readme)$/i.test(last)
  const name = isBundle ? (parts.pop() ?? '') : last
  const [, date, slug] = /^(\d{4}-\d\d-\d\d)[-_ ](.+)$/.exec(name) ?? []
  return {
    folders: parts.filter((part) => !/^_(?:posts|drafts)$/.test(part)),
    name,
    slug: slug ?? name,
    date,
    language: whole.slice(last.length + 1).toLowerCase(),
  }
}

const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  weekdate: '/:categories/:year/W:week/:short_day/:title.html',
  none: '/:categories/:title.html',
}

/**
 * The old addresses of a text: the one that its site made, and those that it names itself.
 * @param site null for a file that is of none
 */
export function addressesOf(
  path: string,
  matter: Fields,
  published: string | null,
  site: MarkdownSite | null,
): string[] {
  const base = site?.base ?? null
  const named = textOf(firstOf(matter, ['permalink', 'url']))
  // Gatsby writes whole paths here, and others a part of one.
  const own = named || [matter.path, matter.slug].map(textOf).find((text) => text.startsWith('/')) || ''
  const others = ['aliases', 'alias', 'redirectfrom'].flatMap((name) => textsOf(matter[name]))
  const made = isPattern(own)
    ? [filled(own, path, matter, published, site?.generator)]
    : own
      ? [own]
      : site
        ? madeAddresses(path, matter, published, site)
        : []
  const canonical = canonicalOf(matter)
  const root = folderOf(base)
  const paths = [...made, ...others, (base && canonical && ownPath(canonical.href, base)) || '']
    .filter((address) => address !== '')
    .map((address) => rooted(address, root))
  return [...new Set(paths.flatMap(withFile))]
}

/** Where a text says that its original is. */
export const canonicalOf = (matter: Fields): URL | null =>
  URL.parse(textOf(firstOf(matter, ['canonicalurl', 'canonical'])))

const isPattern = (address: string) => /:[a-z]/.test(address) && !/^https?:/.test(address)

function rooted(address: string, root: string): string {
  const { pathname, search } = URL.parse(address, SOMEWHERE) ?? { pathname: '/', search: '' }
  return `${pathname.startsWith(`${root}/`) ? '' : root}${pathname}${search}`.replace(/\/{2,}/g, '/')
}

/** `/a.html` is also `/a`, which many servers answer. */
const withFile = (path: string): string[] =>
  path.endsWith('.html') ? [path, path.replace(/(?:\/index)?\.html$/, '') || '/'] : [path]

/** Where a site has a text, or may have it: Hugo and Astro keep the date in the name of a file, unless told otherwise. */
function madeAddresses(path: string, matter: Fields, published: string | null, site: MarkdownSite): string[] {
  const { folders, slug, name, language } = fileName(path)
  if (site.generator === 'jekyll') {
    const isPost = /(?:^|\/)_(?:posts|drafts)\//.test(path)
    const style = textOf(site.permalinks) || 'date'
    if (isPost) return [filled(JEKYLL_STYLES[style] ?? style, path, matter, published, site.generator)]
    const names = [...folders.map((folder) => folder.replace(/^_/, '')), slug]
    return [`/${names.filter((part) => part !== '').join('/')}.html`]
  }
  const isHugo = site.generator === 'hugo'
  const root = isHugo && language !== '' && language !== site.language ? `/${language}` : ''
  const pattern = permalinkOf(fieldsOf(site.permalinks), folders[0] ?? '')
  if (pattern) return [root + filled(pattern, path, matter, published, site.generator)]
  const said = textOf(matter.slug)
  return (said ? [said] : [name, slug]).map((each) => {
    const names = each.split('/').map((part) => urlized(part, isHugo))
    const above = isHugo ? folders.map((part) => urlized(part, isHugo)) : folders
    return `${root}/${[...above, ...names].filter((part) => part !== '').join('/')}/`
  })
}

/** Hugo has patterns by folder, and newer ones by kind and folder. */
function permalinkOf(permalinks: Fields, folder: string): string {
  const pages = isFields(permalinks.page) ? permalinks.page : permalinks
  return textOf(pages[folder])
}

/** Fills `:year`, `:title` and the like; undefined parts are left out. */
function filled(
  pattern: string,
  path: string,
  matter: Fields,
  published: string | null,
  generator?: MarkdownSite['generator'],
): string {
  const { folders, slug, date } = fileName(path)
  const made = date ?? dayIn(matter.date) ?? published?.slice(0, 10)
  const [year = '', month = '', day = ''] = made?.split('-') ?? []
  const isHugo = generator === 'hugo'
  const said = textOf(matter.slug)
  const name = urlized(said || slug, isHugo)
  const title = isHugo ? urlized(textOf(matter.title) || slug, isHugo) : name
  const categories = [...tagsIn(matter.categories), ...textsOf(matter.category)]
  const parts: Readonly<Record<string, string>> = {
    year,
    month,
    day,
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    short_year: year.slice(2),
    title: generator === 'jekyll' ? titled(said || slug) : title,
    slug: said ? name : title,
    filename: slug,
    contentbasename: slug,
    slugorfilename: name,
    slugorcontentbasename: name,
    collection: folders[0]?.replace(/^_/, '') ?? '',
    path: [...folders.slice(1), slug].join('/'),
    output_ext: '.html',
    categories: (categories.length > 0 ? categories : folders).join('/').toLowerCase(),
    section: folders[0] ?? '',
    sections: folders.join('/'),
  }
  return pattern.replace(/:([a-z_]+)/g, (_, name: string) => parts[name] ?? '').replace(/\/{2,}/g, '/')
}

/** The day of an instant in its own zone. A date of TOML writes itself so. */
const dayIn = (value: unknown): string | undefined =>
  /^\d{4}-\d\d-\d\d/.exec(value instanceof Date ? value.toISOString() : textOf(value))?.[0]

/** As Jekyll writes a title in an address. */
const titled = (name: string): string =>
  name.replace(/[^\p{L}\p{M}\p{N}._~!$&'()+,;=@]+/gu, '-').replace(/^-|-$/g, '')

/** As programs write names in addresses. Hugo leaves out what others replace by a hyphen, but for blanks. */
export const urlized = (name: string, isHugo = false): string =>
  (isHugo ? name.replace(/[^\p{L}\p{M}\p{N}\s._~+-]+/gu, '').replace(/\s+(?:-\s+)?/g, ' ') : name)
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._~+-]+/gu, '-')
    .replace(/^-|-$/g, '')

const FEEDS = ['feed.xml', 'index.xml', 'rss.xml', 'atom.xml', 'feed/']
/** Where the usual programs and themes have their lists. */
const FOLDERS = {
  tag: ['tags', 'tag', 'categories', 'category'],
  author: ['authors', 'author'],
} as const

/** The feeds, and the lists by tag and author, which are known from the texts only. */
export async function* oldAddresses(
  { base, generator }: MarkdownSite,
  paths: readonly string[],
  read: (path: string) => Promise<Document>,
): AsyncGenerator<OldAddress> {
  const root = `${folderOf(base)}/`
  if (root !== '/') yield { path: root, target: HOME }
  for (const feed of FEEDS) yield { path: `${root}${feed}`, target: FEED }
  const names = await readNames(paths, read)
  for (const kind of ['tag', 'author'] as const)
    for (const name of names[kind])
      for (const folder of FOLDERS[kind])
        yield { path: `${root}${folder}/${urlized(name, generator === 'hugo')}/`, target: { kind, name } }
}

async function readNames(paths: readonly string[], read: (path: string) => Promise<Document>) {
  const names = { tag: new Set<string>(), author: new Set<string>() }
  for (const path of paths) {
    try {
      const { matter } = await read(path)
      for (const tag of tagsOf(matter)) names.tag.add(tag)
      for (const { name } of authorsOf(matter)) names.author.add(name)
    } catch (error) {
      // The item itself is a failure that people see.
      if (!(error instanceof SourceError)) throw error
    }
  }
  return names
}
