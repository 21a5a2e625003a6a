import { posix } from 'node:path'
import type { Archive } from '../archive/archive.ts'
import { decoded } from '../html/addresses.ts'
import { type ImportedAuthor, SourceError } from '../model.ts'
import { elementsNamed, readXml, textNamed, type XmlElement } from './xml.ts'

/** What the package of an EPUB says of the book. Paths are entries of the archive. */
export interface EpubPackage {
  title: string
  identifier: string
  date: string
  modified: string
  description: string
  authors: ImportedAuthor[]
  subjects: string[]
  /** The texts in the order of reading. */
  spine: Set<string>
  /** Titles of the table of contents by their texts; the first of a text. */
  titles: Map<string, string>
  /** What the guide and the landmarks call texts, such as `title-page`. */
  types: Map<string, string>
  cover: string | null
}

export async function readPackage(archive: Archive): Promise<EpubPackage> {
  const read = async (path: string) => {
    if (!archive.has(path)) throw new SourceError(`The EPUB is incomplete: “${path}” is missing.`)
    return archive.text(path)
  }
  const container = readXml(await read('META-INF/container.xml'))
  const path = elementsNamed(container, 'rootfile')[0]?.attributes['full-path'] ?? ''
  const root = readXml(await read(path))
  const items = elementsNamed(root, 'item').map(({ attributes }) => ({
    id: attributes.id ?? '',
    path: entryOf(attributes.href ?? '', path),
    type: attributes['media-type'] ?? '',
    properties: attributes.properties ?? '',
  }))
  const byId = new Map(items.map((item) => [item.id, item]))
  const spine = elementsNamed(root, 'itemref').flatMap(
    ({ attributes }) => byId.get(attributes.idref ?? '') ?? [],
  )
  const nav = items.find(({ properties }) => /\bnav\b/.test(properties))
  const ncx = items.find(({ type }) => type === 'application/x-dtbncx+xml')
  const texts = spine
    .filter(({ type, path }) => /html/.test(type) && path !== nav?.path)
    .map(({ path }) => path)
  const navTree = nav && readXml(await read(nav.path))
  await refuseProtected(archive, texts)
  const coverId = elementsNamed(root, 'meta').find(({ attributes }) => attributes.name === 'cover')
    ?.attributes.content
  const cover = items.find(({ properties, id }) => /\bcover-image\b/.test(properties) || id === coverId)
  return {
    title: textNamed(root, 'title'),
    identifier: textNamed(root, 'identifier'),
    date: textNamed(root, 'date'),
    modified:
      elementsNamed(root, 'meta').find(({ attributes }) => attributes.property === 'dcterms:modified')
        ?.text ?? '',
    description: textNamed(root, 'description'),
    authors: authorsOf(root),
    subjects: elementsNamed(root, 'subject').map(({ text }) => text.trim()),
    spine: new Set(texts),
    titles: navTree
      ? titlesOfNav(navTree, nav?.path ?? '')
      : titlesOfNcx(ncx ? readXml(await read(ncx.path)) : root, ncx?.path ?? path),
    types: new Map(
      [
        ...elementsNamed(root, 'reference').map(({ attributes }) => [attributes, path] as const),
        ...(navTree ? elementsNamed(navTree, 'a') : []).map(
          ({ attributes }) => [attributes, nav?.path ?? ''] as const,
        ),
      ].flatMap(([attributes, from]) => {
        const type = attributes['epub:type'] ?? attributes.type
        return type ? [[entryOf(attributes.href ?? '', from), type]] : []
      }),
    ),
    cover: cover && archive.has(cover.path) ? cover.path : null,
  }
}

/** The entry that an address leads to, without the place within it. */
export const entryOf = (href: string, from: string): string =>
  posix.normalize(posix.join(posix.dirname(from), decoded(href.replace(/[?#].*$/, ''))))

/** MARC relators. */
const ROLES: Readonly<Record<string, ImportedAuthor['role']>> = {
  aut: 'author',
  trl: 'translator',
  ill: 'artist',
  art: 'artist',
  cov: 'artist',
  nrt: 'narrator',
  edt: 'editor',
}

/** A person has several roles, each written as a code or as an address that ends with it. Creators without a known one are authors. */
function authorsOf(root: XmlElement): ImportedAuthor[] {
  const refined = elementsNamed(root, 'meta').filter(({ attributes }) => attributes.property === 'role')
  const people = [...elementsNamed(root, 'creator'), ...elementsNamed(root, 'contributor')]
  return people.flatMap(({ name, attributes, text }): ImportedAuthor[] => {
    const codes = refined.flatMap((meta) =>
      attributes.id && meta.attributes.refines === `#${attributes.id}` ? [meta.text] : [],
    )
    const known = [attributes['opf:role'] ?? '', ...codes].flatMap(
      (code) => ROLES[code.trim().toLowerCase().split(/[/:#]/).at(-1) ?? ''] ?? [],
    )
    const roles = known.length === 0 && name === 'creator' ? (['author'] as const) : [...new Set(known)]
    const person = text.replace(/\s+/g, ' ').trim()
    return person === '' ? [] : roles.map((role) => ({ name: person, role }))
  })
}

/** All levels of the table of contents. */
function titlesOfNav(nav: XmlElement, path: string): Map<string, string> {
  const navs = elementsNamed(nav, 'nav')
  const toc = navs.find(({ attributes }) => /\btoc\b/.test(attributes['epub:type'] ?? '')) ?? navs[0]
  const links = toc ? elementsNamed(toc, 'a') : []
  return firstOfEach(links.map((link) => [entryOf(link.attributes.href ?? '', path), wholeText(link)]))
}

function titlesOfNcx(ncx: XmlElement, path: string): Map<string, string> {
  const [map] = elementsNamed(ncx, 'navMap')
  return firstOfEach(
    (map ? elementsNamed(map, 'navPoint') : []).map((point) => {
      const href = elementsNamed(point, 'content')[0]?.attributes.src ?? ''
      return [entryOf(href, path), textNamed(point, 'text')]
    }),
  )
}

const firstOfEach = (pairs: [string, string][]) => new Map(pairs.toReversed())

const wholeText = (element: XmlElement): string =>
  [element.text, ...element.children.map(wholeText)].join(' ').replace(/\s+/g, ' ').trim()

/** Fonts are scrambled in many books; texts only by a protection against copying. */
async function refuseProtected(archive: Archive, texts: readonly string[]): Promise<void> {
  const path = 'META-INF/encryption.xml'
  if (!archive.has(path)) return
  const references = elementsNamed(readXml(await archive.text(path)), 'CipherReference')
  if (references.some(({ attributes }) => texts.includes(decoded(attributes.URI ?? ''))))
    throw new SourceError('The EPUB is protected against copying, so its text cannot be read.')
}
