/** The encodings that a byte order mark tells. */
const MARKS: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/** The encoding of a text: by its byte order mark, by what it declares in its first bytes, or UTF-8. */
export function encodingOf(head: Uint8Array): string {
  const marked = MARKS.find(([bytes]) => bytes.every((byte, index) => head[index] === byte))
  if (marked) return marked[1]
  if (head[0] === 0x3c && head[1] === 0) return 'utf-16le'
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be'
  const text = latin.decode(head.subarray(0, 1024))
  const declared = /^\s*<\?xml[^>]*\sencoding=["']([\w.:-]{1,40})["']/i.exec(text) ?? META.exec(text)
  return known(declared?.[1])
}

const latin = new TextDecoder('latin1')
const META = /<meta[^>]{0,200}\bcharset=["']?([\w.:-]{1,40})/i

/** UTF-8 for a name that is unknown, and for a wide encoding: a text that could be read to here is not wide. */
function known(label = 'utf-8'): string {
  try {
    const { encoding } = new TextDecoder(label)
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    return 'utf-8'
  }
}

/** Decodes a whole text. One that is neither marked nor valid UTF-8 is taken for Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
