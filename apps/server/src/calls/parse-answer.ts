import { answersOneRecord, type Endpoint, isQuery } from '@nightdesk/contracts'
import type { FastifyBaseLogger } from 'fastify'

type Path = readonly PropertyKey[]

/**
 * The one parse of every answer. What a read shows many of is shown without those that the contract refuses, which are
 * logged: one bad row must not hide all the others. A row goes as a whole, and a record that is asked for alone is refused
 * as a whole: nobody edits and saves an article that lacks a tag without a word about it.
 * @throws when anything else is not as the contract says; the caller gets a 500 with the number of the request
 */
export function parseAnswer(endpoint: Endpoint, answer: unknown, log: FastifyBaseLogger): unknown {
  const result = endpoint.output.safeParse(answer)
  if (result.success) return result.data
  const isOfRows = isQuery(endpoint) && !answersOneRecord(endpoint)
  const rows = isOfRows ? rowsAt(result.error.issues.map(({ path }) => path)) : undefined
  if (!rows) throw result.error
  log.error({ err: result.error, route: endpoint.route, rows }, 'Left bad rows out of an answer')
  return endpoint.output.parse(withoutRows(answer, rows, ''))
}

/** The list items that hold the problems, such as `hits.3`; undefined when one of them is in no list. */
function rowsAt(paths: readonly Path[]): string[] | undefined {
  const rows = paths.map((path) => {
    const index = path.findIndex((key) => typeof key === 'number')
    return index === -1 ? undefined : path.slice(0, index + 1).join('.')
  })
  return rows.every((row) => row !== undefined) ? [...new Set(rows)] : undefined
}

/** A copy of an answer without these items of its lists, along the way to them only. */
function withoutRows(value: unknown, rows: readonly string[], at: string): unknown {
  const below = (key: PropertyKey) => (at === '' ? String(key) : `${at}.${String(key)}`)
  if (Array.isArray(value)) return value.filter((_, index) => !rows.includes(below(index)))
  if (typeof value !== 'object' || value === null || !rows.some((row) => row.startsWith(at))) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutRows(part, rows, below(key))]),
  )
}
