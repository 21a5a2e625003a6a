import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { encodingOf } from '../../archive/archive.ts'
import type { ImportLimits } from '../../model.ts'
import { SourceError } from '../../source-error.ts'
import { RecordBuilder } from './record-builder.ts'
import type { WxrRecord } from './wxr-item.ts'

/** Characters that XML does not allow, even as references; real exports have them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/**
 * Reads an export as a stream: in memory are one chunk, and the item that it is in. A fault in the XML is counted in its item,
 * and reading goes on behind it.
 */
export async function* readWxr(stream: Readable, limits: ImportLimits): AsyncGenerator<WxrRecord> {
  const builder = new RecordBuilder(limits)
  const parser = parserFor(builder)
  let sinceRecord = 0
  try {
    for await (const text of decoded(stream)) {
      parser.write(text)
      const records = builder.take()
      yield* records
      sinceRecord = records.length > 0 || builder.hasMoved() ? 0 : sinceRecord + text.length
      if (sinceRecord > 2 * limits.textBytes) {
        yield { kind: 'fault', title: builder.title, failure: TOO_LARGE }
        return
      }
    }
  } finally {
    stream.destroy()
  }
  parser.close()
  builder.end()
  yield* builder.take()
}

const TOO_LARGE = 'A single text in the file is too large. What comes after it was not read.'

function parserFor(builder: RecordBuilder): SaxesParser<{ xmlns: false }> {
  const parser = new SaxesParser({ xmlns: false })
  parser.on('doctype', () => {
    throw new SourceError(
      'The file declares entities or a document type, which WordPress never writes. It is not read, because such declarations can be an attack.',
    )
  })
  parser.on('error', () => builder.fault())
  parser.on('opentag', ({ name, attributes }) => builder.open(name, attributes))
  parser.on('text', (text) => builder.text(text))
  parser.on('cdata', (text) => builder.text(text))
  parser.on('closetag', ({ name }) => builder.close(name))
  return parser
}

/** The text of a stream in the encoding that its beginning declares. */
async function* decoded(stream: Readable): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const isFirst = decoder === undefined
    decoder ??= new TextDecoder(encodingOf(chunk))
    const text = decoder.decode(chunk, { stream: true }).replace(FORBIDDEN, '')
    yield isFirst ? text.trimStart() : text
  }
  yield (decoder?.decode() ?? '').replace(FORBIDDEN, '')
}
