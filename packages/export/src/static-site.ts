import { randomUUID } from 'node:crypto'
import type { Db } from '@nightdesk/db'
import { type DefaultTreeAdapterTypes, parse, serialize } from 'parse5'
import { readRedirects } from './read-site.ts'
import {
  type Addresses,
  type Answer,
  createAddresses,
  type FoundFile,
  fileOf,
  isPage,
  namedIn,
  type PublicSite,
  relativeLink,
} from './static-addresses.ts'
import { ExportError, type ExportTarget, openTarget, PUBLIC, writeThenRename } from './target.ts'

export type StaticReport = Awaited<ReturnType<typeof writeFiles>>

/** Addresses that no page links to. The sitemap lists all pages. */
const FIRST = ['/', '/sitemap.xml', '/robots.txt', '/favicon.ico']

/** The page for what is not found. */
const MISSING = '404.html'

/**
 * Writes the public site into a new folder or zip file, to be read from a disk or served by any web server. Pages are those of the
 * site, with relative links.
 * @param site renders pages without what needs a server
 * @throws ExportError if the target exists or cannot be written, or the site fails to answer
 */
export function writeStaticSite(site: PublicSite, db: Db, path: string): Promise<StaticReport> {
  return writeThenRename(path, async (partial) => {
    const target = await openTarget(partial, path, PUBLIC)
    const report = await writeFiles(withoutFailures(site), db, target)
    await target.finish()
    return report
  })
}

/** A page that fails is not missing: without it, the export would not be complete. */
const withoutFailures = ({ url, get }: PublicSite): PublicSite => ({
  url,
  async get(address) {
    const answer = await get(address)
    if (answer.status < 500) return answer
    throw new ExportError(`The site answered ${address} with the error ${answer.status}. Please try again.`)
  },
})

async function writeFiles(site: PublicSite, db: Db, target: ExportTarget) {
  const report = {
    pages: 0,
    /** Pictures, styles, fonts, feeds and others. */
    files: 0,
    /** Old addresses that lead to pages. */
    redirects: 0,
  }
  const addresses = createAddresses(site)
  addresses.claim(MISSING)
  for (const address of FIRST) await addresses.find(address, '/')
  const missing = await missingPage(site, addresses)
  const redirects = await findRedirects(db, addresses)
  for (let found = addresses.next(); found; found = addresses.next()) {
    const answer = await site.get(found.address)
    await target.add(found.file, await contentOf(site, addresses, found, answer))
    report[isPage(answer) ? 'pages' : 'files']++
  }
  await target.add(MISSING, missing)
  for (const { from, to } of redirects) {
    if (!addresses.claim(from)) continue
    const content = isPageFile(to.file)
      ? redirectPage(relativeLink(from, to.file), `${site.url}${to.address}`)
      : (await site.get(to.address)).body
    await target.add(from, content)
    report.redirects++
  }
  return report
}

/** The answer with relative links. */
async function contentOf(
  site: PublicSite,
  addresses: Addresses,
  { address, file }: FoundFile,
  answer: Answer,
): Promise<Buffer | string> {
  const rewrite = async (link: string) => {
    const found = await addresses.find(link, address)
    return found ? relativeLink(file, found.file) + fragmentOf(link) : wholeLink(site, link, address)
  }
  if (isText(answer)) await findNamed(site, addresses, String(answer.body))
  if (isPage(answer)) return rewritePage(String(answer.body), rewrite)
  return answer.type === 'text/css' ? rewriteStyles(String(answer.body), rewrite) : answer.body
}

const fragmentOf = (link: string) => /#.*$/s.exec(link)?.[0] ?? ''

/** What the export leaves out is on the site. */
function wholeLink(site: PublicSite, link: string, base: string): string {
  const url = URL.parse(link, `${site.url}${base}`)
  return url?.origin === site.url ? url.href : link
}

const isText = ({ type }: Answer) => /^text\/(?:html|plain)$|[/+](?:xml|json)$/.test(type)

/** Finds what a text names by its whole address: pictures in feeds, cards for other sites, pages in the sitemap. */
async function findNamed({ url }: PublicSite, addresses: Addresses, text: string): Promise<void> {
  for (const address of namedIn(text, url)) await addresses.find(address, '/')
}

/** Web servers answer it at any address, so its links begin at the root. */
async function missingPage(site: PublicSite, addresses: Addresses): Promise<string> {
  // An address that nobody has redirected.
  const { body } = await site.get(`/${randomUUID()}`)
  return rewritePage(String(body), async (link) => {
    const found = await addresses.find(link, '/')
    return found ? `/${relativeLink('index.html', found.file)}` : wholeLink(site, link, '/')
  })
}

const isPageFile = (file: string) => /(?:^|\/)index\.html$/.test(file)

/**
 * Old addresses, but for those with a query, which no file can have. That of a picture gets the picture. A feed has none, as its
 * old address may be a folder: programs follow no page.
 * @returns them by the files in their places
 */
async function findRedirects(db: Db, addresses: Addresses) {
  const redirects: { from: string; to: FoundFile }[] = []
  for await (const { path } of readRedirects(db)) {
    const to = path.includes('?') ? undefined : await addresses.find(path, '/')
    if (!to || to.file.endsWith('.xml')) continue
    const from = fileOf(path, isPageFile(to.file))
    if (from !== undefined) redirects.push({ from, to })
  }
  return redirects
}

/** A page that leads to another one, also when it is opened from a disk. @param link a relative link, which is escaped */
const redirectPage = (link: string, canonical: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>This page has moved</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${escaped(canonical)}">
<meta http-equiv="refresh" content="0; url=${escaped(link)}">
<p><a href="${escaped(link)}">This page has moved.</a></p>
</html>
`

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** @returns the link to write in place of the one on the page */
type Rewrite = (link: string) => Promise<string>

/** A page with other links in its elements. */
export async function rewritePage(html: string, rewrite: Rewrite): Promise<string> {
  const document = parse(html)
  for (const element of elementsOf(document)) await rewriteElement(element, rewrite)
  return serialize(document)
}

/** All of them, outermost first. */
export function* elementsOf(node: Node): Generator<Element> {
  if ('tagName' in node) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child)
}

async function rewriteElement(element: Element, rewrite: Rewrite): Promise<void> {
  // Search engines and other sites need the whole address.
  if (isCanonical(element)) return
  for (const attribute of element.attrs) {
    if (LINKS.has(attribute.name)) attribute.value = await rewriteLink(attribute.value, rewrite)
    if (SETS.has(attribute.name)) attribute.value = await rewriteSet(attribute.value, rewrite)
  }
}

const LINKS = new Set(['href', 'src', 'poster'])
/** The second is that of preloaded pictures. */
const SETS = new Set(['srcset', 'imagesrcset'])

const isCanonical = ({ tagName, attrs }: Element) =>
  tagName === 'link' && attrs.some(({ name, value }) => name === 'rel' && value === 'canonical')

/** A link within the page stays. */
const rewriteLink = async (link: string, rewrite: Rewrite): Promise<string> =>
  link.startsWith('#') ? link : rewrite(link)

/** `a.webp 640w, b.webp 1280w`: the renderer separates candidates by a comma and a space. */
async function rewriteSet(set: string, rewrite: Rewrite): Promise<string> {
  const candidates: string[] = []
  for (const candidate of set.split(', ')) {
    const [link = '', ...size] = candidate.trim().split(/\s+/)
    candidates.push([await rewriteLink(link, rewrite), ...size].join(' '))
  }
  return candidates.join(', ')
}

/** A style sheet with other links. */
export async function rewriteStyles(css: string, rewrite: Rewrite): Promise<string> {
  const parts: string[] = []
  let end = 0
  for (const match of css.matchAll(/url\((["']?)([^)"']+)\1\)/g)) {
    const [whole, , link = ''] = match
    const isData = link.startsWith('data:') || link.startsWith('#')
    parts.push(css.slice(end, match.index), isData ? whole : `url("${await rewrite(link)}")`)
    end = match.index + whole.length
  }
  return parts.join('') + css.slice(end)
}
