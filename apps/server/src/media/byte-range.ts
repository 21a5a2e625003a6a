import type { ByteRange } from '@nightdesk/storage'

/**
 * Reads a `Range` header (RFC 9110, section 14). Several ranges, other units and invalid ranges are ignored, which the RFC
 * allows: the answer is then the whole file.
 * @returns undefined for the whole file
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = header?.match(/^bytes=\s*(\d*)-(\d*)\s*$/) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') return suffix(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  if (end < start && last !== '') return undefined
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable'
}

/** The last bytes of a file. */
const suffix = (length: number, size: number) =>
  length > 0 && size > 0 ? { start: Math.max(0, size - length), end: size - 1 } : ('unsatisfiable' as const)
