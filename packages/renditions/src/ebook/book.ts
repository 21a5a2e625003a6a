import { type Block, CREDIT_PHRASES, type Credit, creditsByRole, imageSource } from '@nightdesk/contracts'
import { headings } from '@nightdesk/editor'
import type { WebServer } from '@nightdesk/web/server-api'
import { type AsyncZippable, strToU8, zip } from 'fflate'
import { navigation, packageDocument } from './package-document.ts'
import { page } from './page.ts'
import type { Picture } from './pictures.ts'
import { strictUrl } from './strict-url.ts'
import { tidyContent } from './tidy-content.ts'
import { type Markup, xml } from './xml.ts'

/** The content of a book. */
export interface Book {
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

export interface BookCorrection {
  text: string
  /** ISO 8601. */
  created_at: string
  /** The day as readers see it. */
  day: string
}

export interface Section {
  id: string
  title: string
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
  const sections = headings(content).map((entry, index) => ({ ...entry, id: `section-${index + 1}` }))
  const ids = new Map(sections.map(({ index, id }) => [content[index], id]))
  const html = renderContent(content, {
    headingBase: 2,
    isBook: true,
    headingId: (heading) => ids.get(heading),
    resolveLink: (address) => strictUrl(address, url),
    resolveImage: (address) => pictures.get(address)?.path ?? address,
  })
  const story = page(
    language,
    title,
    xml`<section epub:type="chapter" role="doc-chapter">
<header><h1>${title}</h1>${byline(credits)}</header>
${{ markup: html }}
${errata(book.corrections)}<footer><p>From <a href="${strictUrl('/', site.url)}">${site.name}</a>, where it <a href="${url}">can be read</a> too.</p></footer>
</section>`,
  )
  return { story, sections: sections.map(({ id, text }): Section => ({ id, title: text })) }
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
