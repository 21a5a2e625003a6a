import mammoth from 'mammoth'
import { SaxesParser } from 'saxes'
import type { Archive, FormatInput } from '../archive/archive.ts'
import { instantOf, oneLine } from '../archive/fields.ts'
import { convertHtml } from '../html/convert.ts'
import { elementsIn, escaped, parseHtml } from '../html/parse.ts'
import { type OpenedFormat, type ReadText, SourceError, TOO_DEEP } from '../model.ts'
import { keysOf } from '../read-entry.ts'
import type { Receipt } from '../receipt.ts'
import { elementsNamed, MAX_LEVELS, readXml, textNamed } from './xml.ts'

/** A Word document: one item, a draft. @param found its main part */
export async function openDocx(
  { name, archive, limits }: FormatInput,
  [found = '']: readonly string[],
): Promise<OpenedFormat> {
  const read = async (part: string) =>
    archive.has(part) ? await archive.text(part, 8 * limits.textBytes) : ''
  return {
    kind: 'docx',
    name,
    identity: 'docx',
    async *entries() {
      const contents = await read(found).catch(() => '')
      yield {
        ...keysOf(name, contents),
        title: name,
        read: (receipt) => readDocument(name, found, archive, read, receipt),
      }
    },
  }
}

type Read = (part: string) => Promise<string>

async function readDocument(
  name: string,
  main: string,
  archive: Archive,
  read: Read,
  receipt: Receipt,
): Promise<ReadText> {
  const parts = [await read(main), await read('word/footnotes.xml'), await read('word/endnotes.xml')]
  const { html, unread } = await htmlOfDocx(archive, read)
  receipt.add('document-comment', elementsNamed(readXml(await read('word/comments.xml')), 'comment').length)
  receipt.add('equation', equationsIn(parts[0] ?? ''))
  receipt.add('picture-without-address', unread)
  const facts = readXml(await read('docProps/core.xml'))
  // Read without the conversion.
  const original = parts.map(textOfDocx).join('\n')
  const { title, body } = titled(html, textNamed(facts, 'title') || name)
  const pictureAt = (address: string) =>
    archive.has(address.slice(1)) ? { url: address, path: address.slice(1), old_path: null } : undefined
  // Word separates them so.
  const authors = textNamed(facts, 'creator').split(';')
  const created_at = instantOf(textNamed(facts, 'created'))
  return {
    title,
    excerpt: textNamed(facts, 'description'),
    state: 'draft',
    created_at,
    updated_at: instantOf(textNamed(facts, 'modified')) ?? created_at,
    authors: authors.map((name) => ({ name: oneLine(name), role: 'author' })),
    tags: textNamed(facts, 'keywords').split(/[,;]/),
    ...convertHtml(
      {
        // As Word puts them on the clipboard: they may separate scenes.
        html: body.replaceAll('<p></p>', '<p>&nbsp;</p>'),
        original: `<p>${escaped(withoutTitle(original, title))}</p>`,
        base: null,
        pictureAt,
      },
      receipt,
    ),
  }
}

/** The title as its author wrote it, if the text begins with one. */
function titled(html: string, name: string): { title: string; body: string } {
  const root = parseHtml(html)
  const [first] = elementsIn(root, 'body > :not(:empty)')
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

/** Beside what mammoth knows: marks that it leaves out otherwise, and styles without an equivalent in HTML. */
const STYLES = [
  "p[style-name='Title'] => h1.title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='Block Text'] => blockquote:fresh",
  'u => u',
  'strike => s',
]

/** The text of a Word document as HTML. Each picture has the path of its entry as address; unread ones are not in the document. */
async function htmlOfDocx(archive: Archive, read: Read) {
  const convertImage = mammoth.images.imgElement(async (image) => ({
    src: `/${(await image.readAsBuffer()).toString()}`,
  }))
  try {
    // Its types leave out the input of a file that is open already.
    const input = { file: docxFile(archive, read) } as unknown as { path: string }
    const options = { styleMap: STYLES, convertImage, ignoreEmptyParagraphs: false }
    const { value, messages } = await mammoth.convertToHtml(input, options)
    return { html: value, unread: messages.filter(({ type }) => type === 'error').length }
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw new SourceError('The Word document is damaged.', { cause: error })
  }
}

/** Elements around text that mammoth would leave out with the text. */
const WRAPPERS = /<\/?w:(?:fldSimple|customXml|bdo|dir|moveTo|ruby|rubyBase|rt)(?=[\s/>])[^<>]*>/g
/** A line break that mammoth does not know. */
const RETURN = /(?<=<\/?w:)cr(?=[\s/>])/g

/** Word writes valid XML only. In any other, and in a deep one, mammoth takes time that grows with the square of the size. */
function refuseFaulty(xml: string): void {
  let level = 0
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (cause) => {
    throw new SourceError('The Word document is damaged.', { cause })
  })
  parser.on('opentag', () => {
    if (++level > MAX_LEVELS) throw new SourceError(TOO_DEEP)
  })
  parser.on('closetag', () => {
    level--
  })
  parser.write(xml).close()
}

/** The checked archive in place of mammoth’s own, which reads all of a file into memory. */
const docxFile = ({ has }: Archive, readPart: Read) => ({
  exists: has,
  async read(path: string, encoding?: 'base64' | 'utf-8') {
    // Of a picture, mammoth only hands on what is read.
    let text = path
    if (/\.(?:xml|rels)$/i.test(path)) {
      const xml = await readPart(path)
      refuseFaulty(xml)
      text = xml.replace(WRAPPERS, '').replace(RETURN, 'br')
    }
    const bytes = Buffer.from(text)
    return encoding ? bytes.toString(encoding) : bytes
  },
})

/** Parts that are not shown: the form of a drawing for old programs, and what a tracked change has removed. */
const UNSEEN = new Set(['mc:Fallback', 'w:del', 'w:moveFrom'])
const BREAKS = new Set(['w:p', 'w:br', 'w:tab', 'w:cr', 'w:tc', 'w:noBreakHyphen', 'w:softHyphen'])

/** The text of a part of a Word document, to compare words with. Independent of the conversion. */
function textOfDocx(xml: string): string {
  const parts: string[] = []
  let unseen = 0
  let isText = false
  let isJoined = false
  let before = ''
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', () => {})
  parser.on('opentag', ({ name }) => {
    if (UNSEEN.has(name)) unseen++
    isText = name === 'w:t' && unseen === 0
    // The end of this paragraph is removed.
    if (name === 'w:del' && before === 'w:rPr') isJoined = true
    before = name
  })
  parser.on('text', (text) => {
    if (isText) parts.push(text)
  })
  parser.on('closetag', ({ name }) => {
    if (UNSEEN.has(name)) unseen--
    if (BREAKS.has(name) && !(name === 'w:p' && isJoined)) parts.push('\n')
    if (name === 'w:p') isJoined = false
    isText = false
  })
  parser.write(xml).close()
  return parts.join('')
}

/** Equations have a format of their own, which nothing here reads. */
const equationsIn = (xml: string): number => xml.match(/<m:oMath[\s>]/g)?.length ?? 0
