import {
  type Block,
  type Correction,
  CREDIT_PHRASES,
  type Credit,
  type CreditRole,
  creditsByRole,
  directionOf,
  imageSource,
  legalInXml,
} from '@nightdesk/contracts'
import { outline } from '@nightdesk/editor'
import type { WebServer } from '@nightdesk/web/server-api'
import { type AsyncZippable, strToU8, zip } from 'fflate'
import type { Picture } from './pictures.ts'
import { tidyContent } from './tidy-content.ts'

/** The content of a book. */
interface Book {
  /** The same for all editions. */
  id: string
  title: string
  credits: readonly Credit[]
  description: string
  subjects: readonly string[]
  /** Instants, ISO 8601. */
  published: string
  modified: string
  /** The address of the story on the web. */
  url: string
  site: { name: string; url: string }
  language: string
  content: readonly Block[]
  corrections: readonly BookCorrection[]
  /** PNG. */
  cover: Uint8Array
  coverAlt: string
  /** By their addresses on the web. */
  pictures: ReadonlyMap<string, Picture>
}

interface BookCorrection extends Pick<Correction, 'text' | 'created_at'> {
  /** The day as readers see it. */
  day: string
}

/** Stored without compression: these files are compressed already. */
const AS_IT_IS = { level: 0 } as const

/** An EPUB 3.3 publication (https://www.w3.org/TR/epub-33/). The same book gives the same bytes. */
export async function writeBook(book: Book, renderContent: WebServer['renderContent']): Promise<Buffer> {
  const { story, sections } = writeStory(book, renderContent)
  const files: AsyncZippable = {
    // First and uncompressed, so that programs recognise an EPUB by it.
    mimetype: [strToU8('application/epub+zip'), AS_IT_IS],
    'META-INF/container.xml': text(CONTAINER),
    'OEBPS/package.opf': text(packageDocument(book)),
    'OEBPS/nav.xhtml': text(navigation(book, sections)),
    'OEBPS/cover.xhtml': text(coverPage(book)),
    'OEBPS/story.xhtml': text(story),
    'OEBPS/style.css': strToU8(STYLE),
    'OEBPS/cover.png': [book.cover, AS_IT_IS],
  }
  for (const { path, bytes } of new Set(book.pictures.values())) files[`OEBPS/${path}`] = [bytes, AS_IT_IS]
  return pack(files, book.modified)
}

const text = ({ markup }: Markup) => strToU8(`<?xml version="1.0" encoding="utf-8"?>\n${markup}\n`)

const pack = (files: AsyncZippable, modified: string) =>
  new Promise<Buffer>((resolve, reject) => {
    zip(files, { mtime: zipTime(modified) }, (error, bytes) =>
      error ? reject(error) : resolve(Buffer.from(bytes)),
    )
  })

/** The nearest time that a zip file can have, without a zone: fflate would convert it to that of this machine. */
const zipTime = (instant: string) =>
  ['1980-01-01T00:00:00', instant.slice(0, 19), '2099-12-31T23:59:58'].toSorted()[1] ?? ''

function writeStory(book: Book, renderContent: WebServer['renderContent']) {
  const { title, credits, language, pictures, url, site } = book
  const isEmbedded = (image: Block) => pictures.has(imageSource(image) ?? '')
  const content = tidyContent(book.content, isEmbedded)
  const entries = outline(content)
  // An id of XML does not begin with a digit, as that on the page may.
  const sections = entries.map((entry, index) => ({ ...entry, id: `section-${index + 1}` }))
  const places = new Map(entries.map(({ id }, index) => [strictUrl(`#${id}`, url), `#section-${index + 1}`]))
  const ids = new Map(sections.map(({ index, id }) => [content[index], id]))
  const html = renderContent(content, {
    headingBase: 2,
    isBook: true,
    headingId: (heading) => ids.get(heading),
    resolveLink(address) {
      const link = strictUrl(address, url)
      return places.get(link) ?? link
    },
    resolveImage: (address) => pictures.get(address)?.path ?? address,
  })
  const story = page(
    language,
    title,
    xml`<section epub:type="chapter" role="doc-chapter">
<header><h1 dir="auto">${title}</h1>${byline(credits)}</header>
${{ markup: html }}
${errata(book.corrections)}<footer><p>From <a href="${strictUrl('/', site.url)}">${site.name}</a>, where it <a href="${url}">can be read</a> too.</p></footer>
</section>`,
  )
  return { story, sections }
}

/** “By Ada and Grace”, then a line for each other role. */
const byline = (credits: readonly Credit[]): Markup[] =>
  creditsByRole(credits).map(
    ({ role, people }) =>
      xml`<p class="byline">${CREDIT_PHRASES[role]} ${NAMES.format(people.map(({ name }) => name))}</p>`,
  )

const NAMES = new Intl.ListFormat('en-US')

/** What was corrected since the publication, after the text. */
function errata(corrections: readonly BookCorrection[]): Markup {
  if (corrections.length === 0) return { markup: '' }
  const items = corrections.map(
    ({ text, created_at, day }) => xml`<li><time datetime="${created_at}">${day}</time>: ${text}</li>`,
  )
  return xml`<section epub:type="errata" role="doc-errata"><h2>Corrections</h2>
<ul>${items}</ul></section>
`
}

const coverPage = ({ language, title, coverAlt }: Book) =>
  page(
    language,
    title,
    xml`<section epub:type="cover" class="cover"><img src="cover.png" alt="${coverAlt}"/></section>`,
  )

const CONTAINER = xml`<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>`

/** Little: e-book readers set their own style. */
const STYLE = `body{line-height:1.5}
h1,h2,h3,h4,h5,h6{line-height:1.2;font-weight:normal}
h1 a,h2 a,h3 a,h4 a,h5 a,h6 a{color:inherit;text-decoration:none}
img{max-width:100%;height:auto}
figure{margin:1em 0;text-align:center}
figcaption{font-size:.85em}
.credit{font-style:italic}
pre{white-space:pre-wrap}
blockquote{margin:1em 0 1em 1em;font-style:italic}
.cover{text-align:center}
.byline{font-style:italic}
footer{margin-top:3em;font-size:.85em}
.align-left{text-align:left}
.align-center{text-align:center}
.align-right{text-align:right}
.align-justify{text-align:justify}
.scene-break{width:20%;height:0;margin:2em auto;border:0;border-top:1px solid;page-break-after:avoid}
.nested{list-style:none}
sup{font-size:.75em;line-height:0}
.footnotes{margin-top:3em;font-size:.85em}
`

/** The metadata, the files and the reading order of the book. */
function packageDocument(book: Book): Markup {
  const pictures = [...new Set(book.pictures.values())].map(
    ({ path, type }, index) => xml`<item id="picture-${index + 1}" href="${path}" media-type="${type}"/>`,
  )
  return xml`<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${book.language}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadata(book)}
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="cover" href="cover.xhtml" media-type="application/xhtml+xml"/>
<item id="story" href="story.xhtml" media-type="application/xhtml+xml"/>
<item id="style" href="style.css" media-type="text/css"/>
<item id="cover-image" href="cover.png" media-type="image/png" properties="cover-image"/>
${pictures}
</manifest>
<spine${attribute('page-progression-direction', directionOf(book.language))}><itemref idref="cover" linear="no"/><itemref idref="nav" linear="no"/><itemref idref="story"/></spine>
</package>`
}

function metadata(book: Book): Markup[] {
  const { id, title, language, credits, description, subjects, site, url, published, modified } = book
  return [
    xml`<dc:identifier id="id">${id}</dc:identifier>`,
    xml`<dc:title>${title}</dc:title>`,
    xml`<dc:language>${language}</dc:language>`,
    ...credits.flatMap(creator),
    xml`<dc:publisher>${site.name}</dc:publisher>`,
    xml`<dc:source>${url}</dc:source>`,
    xml`<dc:date>${toSeconds(published)}</dc:date>`,
    ...(description ? [xml`<dc:description>${description}</dc:description>`] : []),
    ...subjects.map((subject) => xml`<dc:subject>${subject}</dc:subject>`),
    xml`<meta property="dcterms:modified">${toSeconds(modified)}</meta>`,
    // For programs that read only EPUB 2.
    xml`<meta name="cover" content="cover-image"/>`,
    ...accessibility(book),
  ]
}

/** Roles in the list of the Library of Congress (https://id.loc.gov/vocabulary/relators.html). */
const RELATORS: Record<CreditRole, string> = {
  author: 'aut',
  translator: 'trl',
  artist: 'art',
  narrator: 'nrt',
  editor: 'edt',
}

function creator({ name, role }: Credit, index: number): Markup[] {
  if (name === '') return []
  const id = `credit-${index + 1}`
  const element =
    role === 'author'
      ? xml`<dc:creator id="${id}">${name}</dc:creator>`
      : xml`<dc:contributor id="${id}">${name}</dc:contributor>`
  return [
    element,
    xml`<meta refines="#${id}" property="role" scheme="marc:relators">${RELATORS[role]}</meta>`,
  ]
}

/** Accessibility metadata (https://www.w3.org/TR/epub-a11y-11/), by which readers choose books they can use. */
function accessibility({ pictures }: Book): Markup[] {
  const say = (property: string, value: string) => xml`<meta property="schema:${property}">${value}</meta>`
  return [
    say('accessMode', 'textual'),
    ...(pictures.size > 0 ? [say('accessMode', 'visual')] : [say('accessModeSufficient', 'textual')]),
    say('accessibilityFeature', 'tableOfContents'),
    say('accessibilityFeature', 'structuralNavigation'),
    say('accessibilityHazard', 'unknown'),
  ]
}

/** Instants as EPUB writes them: in UTC, without fractions. */
const toSeconds = (instant: string) => `${instant.slice(0, 19)}Z`

/** The table of contents. */
function navigation({ language, title }: Book, sections: ReturnType<typeof writeStory>['sections']): Markup {
  const entries = sections.map(
    (section) => xml`<li><a href="story.xhtml#${section.id}"><bdi>${section.text}</bdi></a></li>`,
  )
  const below = entries.length > 0 ? xml`<ol>${entries}</ol>` : ''
  return page(
    language,
    'Contents',
    xml`<nav epub:type="toc" role="doc-toc" id="toc"><h1>Contents</h1>
<ol><li><a href="story.xhtml"><bdi>${title}</bdi></a>${below}</li></ol></nav>
<nav epub:type="landmarks" hidden="hidden"><ol>
<li><a epub:type="cover" href="cover.xhtml">Cover</a></li>
<li><a epub:type="toc" href="nav.xhtml#toc">Contents</a></li>
<li><a epub:type="bodymatter" href="story.xhtml">Story</a></li>
</ol></nav>`,
  )
}

/** Nothing for an undefined value. */
const attribute = (name: string, value: string | undefined): Markup =>
  value === undefined ? { markup: '' } : xml` ${name}="${value}"`

/** An XHTML document of a book. */
const page = (language: string, title: string, body: Markup) =>
  xml`<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}"${attribute('dir', directionOf(language))}>
<head><title>${title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>`

/**
 * An address in the strict syntax of RFC 3986. Browsers accept a bar or a lone percent sign, so such addresses may be
 * stored; e-book readers refuse them.
 */
function strictUrl(address: string, base: string): string {
  const { protocol, host, pathname, search, hash } = new URL(address, base)
  const authority = host === '' ? '' : `//${host}`
  return `${protocol}${authority}${strict(pathname)}${mark('?', search)}${mark('#', hash)}`
}

const mark = (sign: string, part: string) => (part === '' ? '' : `${sign}${strict(part.slice(1))}`)

const strict = (part: string) =>
  part.replace(/%(?![\da-f]{2})/gi, '%25').replace(/[^\w\-.~!$&'()*+,;=:@/?%]/gu, encodeURIComponent)

/** XML that is inserted unchanged; text is escaped. */
interface Markup {
  markup: string
}

type Value = string | number | Markup | readonly Markup[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Writes XML and escapes every text in it: xml`<dc:title>${title}</dc:title>`. */
function xml(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const written = parts.map((part, index) => part + write(values[index] ?? ''))
  return { markup: written.join('') }
}

function write(value: Value): string {
  if (typeof value === 'object')
    return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('\n')
  return legalInXml(String(value)).replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}
