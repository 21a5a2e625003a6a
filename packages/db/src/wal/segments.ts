/** The name of a segment of 16 MB: timeline, and number in two parts, each of eight hex digits. */
const SEGMENT = /^[0-9A-F]{24}$/
/** Segments in each value of the first part of the number. */
const PER_PART = 256

export const isSegment = (name: string): boolean => SEGMENT.test(name)

/** The segments of a timeline begin with it. */
export const timelinePrefix = (timeline: number): string => hex(timeline)

/** The segment with a position in the WAL, such as `0/2000028`. */
export function segmentAt(timeline: number, lsn: string): string {
  const [high = 0, low = 0] = lsn.split('/').map((part) => Number.parseInt(part, 16))
  return timelinePrefix(timeline) + hex(high) + hex(low >>> 24)
}

export function nextSegment(name: string): string {
  const [high, low] = [name.slice(8, 16), name.slice(16)].map((part) => Number.parseInt(part, 16)) as [
    number,
    number,
  ] // a segment has both
  const number = high * PER_PART + low + 1
  return name.slice(0, 8) + hex(Math.floor(number / PER_PART)) + hex(number % PER_PART)
}

const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')
