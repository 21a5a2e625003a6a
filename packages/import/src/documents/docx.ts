import { uniqueTags } from '@nightdesk/contracts'
import type { Archive, ArchiveInput } from '../archive/archive.ts'
import { instantOf } from '../archive/fields.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, escaped, oneLine, parseHtml } from '../html/parse.ts'
import type { ImportedText, ImportLimits, OpenedFormat } from '../model.ts'
import { keysOf } from '../read-entry.ts'
import { Receipt } from '../receipt/losses.ts'
import { htmlOfDocx } from './docx-html.ts'
import { equationsIn, textOfDocx } from './docx-text.ts'
import { elementsNamed, readXml, textNamed, type XmlElement } from './xml.ts'

const mainPart = ({ paths }: Archive) => paths.find((path) => /^word\/document\d*\.xml$/.test(path)) ?? ''

/** A Word document: one item, a draft. */
export async function openDocx({ name, archive, limits }: ArchiveInput): Promise<OpenedFormat> {
  return {
    kind: 'docx',
    name,
    identity: 'docx',
    async *entries() {
      const read = async () => importedDocument(name, await readParts(archive, limits), archive)
      const contents = await archive.text(mainPart(archive), 8 * limits.textBytes).catch(() => '')
      yield { ...keysOf(name, contents), title: name, read }
    },
    async *redirects() {},
  }
}

interface DocxParts {
  html: string
  /** The text of the document and of its notes, read without the conversion. */
  original: string
  facts: XmlElement
  receipt: Receipt
}

async function readParts(archive: Archive, limits: ImportLimits): Promise<DocxParts> {
  const read = async (part: string) =>
    archive.has(part) ? await archive.text(part, 8 * limits.textBytes) : ''
  const main = await read(mainPart(archive))
  const notes = [await read('word/footnotes.xml'), await read('word/endnotes.xml')]
  const { html, unread } = await htmlOfDocx(archive, limits)
  const receipt = new Receipt()
  receipt.add('document-comment', elementsNamed(readXml(await read('word/comments.xml')), 'comment').length)
  receipt.add('equation', equationsIn(main))
  receipt.add('picture-without-address', unread)
  const original = [main, ...notes].map(textOfDocx).join('\n')
  return { html, original, facts: readXml(await read('docProps/core.xml')), receipt }
}

function importedDocument(name: string, parts: DocxParts, archive: Archive): ImportedText {
  const { html, original, facts, receipt } = parts
  const { title, body } = titled(html, textNamed(facts, 'title') || name)
  const pictureAt = (address: string) =>
    archive.has(address.slice(1)) ? { url: address, path: address.slice(1), old_path: null } : undefined
  const { content, pictures, words } = convertHtml(
    { html: body, original: `<p>${escaped(withoutTitle(original, title))}</p>`, base: null, pictureAt },
    receipt,
  )
  const author = textNamed(facts, 'creator')
  const created_at = instantOf(textNamed(facts, 'created'))
  const keywords = textNamed(facts, 'keywords').split(/[,;]/).map(oneLine)
  return {
    title,
    content,
    excerpt: textNamed(facts, 'description'),
    state: 'draft',
    created_at,
    published_at: null,
    updated_at: instantOf(textNamed(facts, 'modified')) ?? created_at,
    authors: author === '' ? [] : [{ name: author, role: 'author' }],
    tags: uniqueTags(keywords.filter((tag) => tag !== '')),
    poster: null,
    pictures,
    addresses: [],
    receipt: receipt.losses,
    words,
  }
}

/** The title as its author wrote it, if the text begins with one. */
function titled(html: string, name: string): { title: string; body: string } {
  const root = parseHtml(html)
  const [first] = elementsIn(root, 'body > *')
  const isTitle =
    first?.matches('h1.title') || (first?.localName === 'h1' && elementsIn(root, 'h1').length === 1)
  const title = oneLine(first?.textContent ?? '')
  if (!first || !isTitle || title === '') return { title: oneLine(name), body: html }
  first.remove()
  return { title, body: root.querySelector('body')?.innerHTML ?? '' }
}

/** The text without the line that became the title. */
function withoutTitle(text: string, title: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.trim() !== '')
  return oneLine(lines[at] ?? '') === title ? lines.slice(at + 1).join('\n') : text
}
