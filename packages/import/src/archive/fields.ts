import { FIRST_YEAR, LAST_YEAR } from '@nightdesk/contracts'
import { SourceError } from '../model.ts'

/** A JSON or YAML object whose shape is not known. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON of a file. @param damaged a sentence for people, if it is none */
export function parseJson(text: string, damaged: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SourceError(damaged, { cause: error })
  }
}

/** JSON that may be of another program, or something else; undefined if it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The object itself; empty if it is none. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

/** The objects of a list; empty if it is none. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** A text or number as storable text; empty if there is none. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? storable(value) : ''
}

/** Without what Postgres cannot store. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Plain text on one line: `&copy;` in it are six letters. */
export const oneLine = (text: string): string => storable(text).replace(/\s+/g, ' ').trim()

/**
 * An instant as an ISO string; null if it is none. Times without a zone count as UTC. A day without a time counts as its noon, which
 * is that day in nearly all zones, or as its beginning if noon is still to come.
 */
export function instantOf(value: unknown): string | null {
  // A date of TOML writes itself as it was written.
  const date = new Date(timeOf(textOf(value instanceof Date ? value.toISOString() : value).trim()))
  const year = date.getUTCFullYear()
  // Programs write the beginning of Unix time where there is no date.
  return date.getTime() !== 0 && year >= FIRST_YEAR && year <= LAST_YEAR ? date.toISOString() : null
}

const HALF_A_DAY_MS = 12 * 60 * 60 * 1000
const DAY = /^\d{4}(?:-\d\d){0,2}$/
const ZONE = /\d:\d\d[\w:.,\s]*[+-]\d\d?(?::?\d\d)?$|\dZ$|[A-Z]{3,4}\)?$/i
/** Of the longest date. The time to look for a zone grows with the square of the length. */
const MAX_DATE = 100

/** `Date` would find one in “Chapter 5”, too. */
function timeOf(text: string): number {
  if (text.length > MAX_DATE || !/\d{4}/.test(text)) return Number.NaN
  // Since 1970: seconds have up to ten digits, and milliseconds more.
  if (/^\d{9,15}$/.test(text)) return Number(text) * (text.length > 10 ? 1 : 1000)
  const date = text
    .replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
    .replace(/^(\d\d?)\.(\d\d?)\.(?=\d{4})(\d+)/, '$3-$2-$1')
    // YAML may have a blank before the zone, which `Date` does not read behind a T.
    .replace(/(?<=\d)T(?=\d)/, ' ')
  const isWhole = DAY.test(date) || ZONE.test(date)
  const time = Date.parse(isWhole ? date : `${date} UTC`)
  const noon = time + HALF_A_DAY_MS
  // A story of today is not of the future, and the beginning of Unix time stays what it is.
  return date.includes(':') || time === 0 || noon > Date.now() ? time : noon
}

/** The number that a key is; null for other keys. */
export const numberOf = (key: string): number | null => (/^[1-9]\d{0,9}$/.test(key) ? Number(key) : null)
