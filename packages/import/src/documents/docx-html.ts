import mammoth from 'mammoth'
import { SaxesParser } from 'saxes'
import type { Archive } from '../archive/archive.ts'
import type { ImportLimits } from '../model.ts'
import { SourceError } from '../source-error.ts'

interface DocxHtml {
  html: string
  /** Pictures that are not in the document. */
  unread: number
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

/** The text of a Word document as HTML. Each picture has the path of its entry as address. */
export async function htmlOfDocx(archive: Archive, limits: ImportLimits): Promise<DocxHtml> {
  const convertImage = mammoth.images.imgElement(async (image) => ({
    src: `/${(await image.readAsBuffer()).toString()}`,
  }))
  try {
    // Its types leave out the input of a file that is open already.
    const input = { file: docxFile(archive, limits) } as unknown as { path: string }
    const { value, messages } = await mammoth.convertToHtml(input, { styleMap: STYLES, convertImage })
    return { html: value, unread: messages.filter(({ type }) => type === 'error').length }
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw new SourceError('The Word document is damaged.', { cause: error })
  }
}

/** Elements around text that mammoth would leave out with the text. */
const AROUND = /<\/?w:(?:fldSimple|customXml|bdo|dir|moveTo)(?=[\s/>])[^<>]*>/g

/** Real documents have some tens. */
const MAX_LEVELS = 500

/** Word writes valid XML only. In any other, and in a deep one, mammoth takes time that grows with the square of the size. */
function refuseFaulty(xml: string): void {
  let level = 0
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', (cause) => {
    throw new SourceError('The Word document is damaged.', { cause })
  })
  parser.on('opentag', () => {
    if (++level > MAX_LEVELS) throw new SourceError('The text is nested too deeply.')
  })
  parser.on('closetag', () => {
    level--
  })
  parser.write(xml).close()
}

/** The checked archive in place of mammoth’s own, which reads all of a file into memory. */
function docxFile(archive: Archive, limits: ImportLimits) {
  const read = async (path: string): Promise<Uint8Array> => {
    // Of a picture, mammoth only hands on what is read.
    if (!/\.(?:xml|rels)$/i.test(path)) return Buffer.from(path)
    const xml = await archive.text(path, 8 * limits.textBytes)
    refuseFaulty(xml)
    return Buffer.from(xml.replace(AROUND, ''))
  }
  return {
    exists: archive.has,
    read: async (path: string, encoding?: 'base64' | 'utf-8') => {
      const bytes = await read(path)
      return encoding ? Buffer.from(bytes).toString(encoding) : bytes
    },
  }
}
