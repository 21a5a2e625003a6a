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

/** The objects of a list; empty if it is none. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** A text or number as storable text; empty if there is none. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : ''
}

/** Of the last instant that the database takes. */
const LAST_YEAR = 9000

/** An instant as an ISO string; null if it is none. Times without a zone count as UTC. */
export function instantOf(value: unknown): string | null {
  const date =
    value instanceof Date ? value : new Date(typeof value === 'number' ? value : inUtc(textOf(value).trim()))
  return date.getTime() > 0 && date.getUTCFullYear() <= LAST_YEAR ? date.toISOString() : null
}

const DAY = /^\d{4}(?:-\d\d){0,2}$/
const ZONE = /\d:\d\d.*[+-]\d\d(?::?\d\d)?$|\dZ$|[A-Z]{3,4}\)?$/i

const inUtc = (text: string) =>
  DAY.test(text) || ZONE.test(text) ? text : `${text.replace(/(?<=\d)T(?=\d)/, ' ')} UTC`

/** The number that a key is; null for other keys. */
export const numberOf = (key: string): number | null => (/^[1-9]\d{0,9}$/.test(key) ? Number(key) : null)
