import { altFrom } from './lines.ts'

/** A picture within RTF. */
export interface RtfPicture {
  type: 'image/png' | 'image/jpeg'
  bytes: Uint8Array<ArrayBuffer>
  /** Its description; empty if it has none. */
  alt: string
}

/** Maximum pictures of a paste, and hexadecimal digits of a picture: the limit of uploads is 5 MiB. */
const MAX_PICTURES = 100
const MAX_DIGITS = 2 * 5 * 1024 * 1024

const WORD = /\\(?:[a-z]+(?:-?\d+)? ?|[^a-z])/y
const DIGITS = /[\da-f\s]+/iy
const OTHER = /[^\\{}\da-f]+/iy

/**
 * The PNG and JPEG pictures of RTF in document order. Word’s HTML refers to picture files on the writer’s disk, which no
 * page may read; the RTF on the same clipboard contains them. A second form of each, for old programs, is skipped.
 */
export function picturesInRtf(rtf: string): RtfPicture[] {
  const pictures: RtfPicture[] = []
  for (let at = rtf.indexOf(PICTURE); at !== -1; at = rtf.indexOf(PICTURE, at)) {
    const isOldForm = rtf.slice(Math.max(0, at - OLD_FORM.length), at) === OLD_FORM
    const { end, type, digits } = readGroup(rtf, at + PICTURE.length)
    if (type && !isOldForm && digits.length <= MAX_DIGITS)
      pictures.push({ type, bytes: bytesOf(digits), alt: altIn(rtf, at, end) })
    if (pictures.length > MAX_PICTURES) return []
    at = end
  }
  return pictures
}

const PICTURE = '{\\pict'
const OLD_FORM = '{\\nonshppict'

/** Reads to the end of a group: the picture type from its control words, and its digits without those of inner groups. */
function readGroup(rtf: string, start: number) {
  let at = start
  let depth = 1
  let type: RtfPicture['type'] | undefined
  const digits: string[] = []
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(rtf)?.[0]
    at += found?.length ?? 0
    return found
  }
  while (depth > 0 && at < rtf.length) {
    const word = take(WORD)
    if (word?.startsWith('\\pngblip')) type = 'image/png'
    else if (word?.startsWith('\\jpegblip')) type = 'image/jpeg'
    if (word) continue
    const found = take(DIGITS)
    if (found && depth === 1) digits.push(found)
    if (found || take(OTHER)) continue
    depth += rtf[at] === '{' ? 1 : -1
    at++
  }
  return { end: at, type, digits: digits.join('').replace(/\s+/g, '') }
}

/** Comes before the digits. */
const DESCRIPTION = /\{\\sn wzDescription\}\{\\sv ([^{}]*)\}/
const LONGEST_HEAD = 20_000
const ESCAPE = /\\u(-?\d+) ?(?:\\'[\da-f]{2}|[^\\])?|\\'([\da-f]{2})|\\[a-z]+-?\d* ?|[\r\n]/gi

function altIn(rtf: string, start: number, end: number): string {
  const [, escaped = ''] = DESCRIPTION.exec(rtf.slice(start, Math.min(end, start + LONGEST_HEAD))) ?? []
  const text = escaped.replace(ESCAPE, (_, code?: string, byte?: string) => {
    if (code) return String.fromCharCode(Number(code) & 0xffff)
    return byte ? windows.decode(Uint8Array.of(Number.parseInt(byte, 16))) : ''
  })
  return altFrom(text)
}

const windows = new TextDecoder('windows-1252')

function bytesOf(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length >> 1)
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16)
  }
  return bytes
}
