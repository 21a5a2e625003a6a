import { answersOneRecord, type Endpoint, isQuery } from '@nightdesk/contracts'
import type { FastifyBaseLogger } from 'fastify'

type Path = readonly PropertyKey[]

/**
 * The one parse of every answer. A list is answered without the rows that the contract refuses, which are logged: one bad
 * row must not hide all others. Rows are left out as a whole. A single record is refused as a whole: somebody could edit
 * and save an article without noticing a missing tag.
 * @throws when anything else breaks the contract; the caller gets a 500 with the request id
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

/** The list items with problems, such as `hits.3`; undefined when a problem is outside of a list. */
function rowsAt(paths: readonly Path[]): string[] | undefined {
  const rows = paths.map((path) => {
    const index = path.findIndex((key) => typeof key === 'number')
    return index === -1 ? undefined : path.slice(0, index + 1).join('.')
  })
  return rows.every((row) => row !== undefined) ? [...new Set(rows)] : undefined
}

/** A copy of an answer without these list items. */
function withoutRows(value: unknown, rows: readonly string[], at: string): unknown {
  const below = (key: PropertyKey) => (at === '' ? String(key) : `${at}.${String(key)}`)
  if (Array.isArray(value)) return value.filter((_, index) => !rows.includes(below(index)))
  if (typeof value !== 'object' || value === null || !rows.some((row) => row.startsWith(at))) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutRows(part, rows, below(key))]),
  )
}
