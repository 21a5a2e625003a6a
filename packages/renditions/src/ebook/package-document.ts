import type { Credit, CreditRole } from '@nightdesk/contracts'
import type { Book, Section } from './book.ts'
import { page } from './page.ts'
import { type Markup, xml } from './xml.ts'

/** The metadata, the files and the reading order of the book. */
export function packageDocument(book: Book): Markup {
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
<spine><itemref idref="cover" linear="no"/><itemref idref="nav" linear="no"/><itemref idref="story"/></spine>
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
export function navigation({ language, title }: Book, sections: readonly Section[]): Markup {
  const entries = sections.map(
    (section) => xml`<li><a href="story.xhtml#${section.id}">${section.title}</a></li>`,
  )
  const below = entries.length > 0 ? xml`<ol>${entries}</ol>` : ''
  return page(
    language,
    'Contents',
    xml`<nav epub:type="toc" role="doc-toc" id="toc"><h1>Contents</h1>
<ol><li><a href="story.xhtml">${title}</a>${below}</li></ol></nav>
<nav epub:type="landmarks" hidden="hidden"><ol>
<li><a epub:type="cover" href="cover.xhtml">Cover</a></li>
<li><a epub:type="toc" href="nav.xhtml#toc">Contents</a></li>
<li><a epub:type="bodymatter" href="story.xhtml">Story</a></li>
</ol></nav>`,
  )
}
