import { type Expression, type SqlBool, sql } from 'kysely'

/** Chinese and Japanese have no spaces: the database’s `searchable` makes each character a word. */
export const IDEOGRAPHS = /[\u2e80-\u9fff\uf900-\ufaff]+/g

/**
 * Parses a query as a person writes it: words, "phrases", -without, or. Any other syntax is ignored.
 * @returns a tsquery
 */
export function textQuery(q: string): Expression<string> {
  const spaced = q.replace(IDEOGRAPHS, (run) => ` "${[...run].join(' ')}" `)
  return sql<string>`websearch_to_tsquery('nightdesk', ${spaced})`
}

const EXCLUSION = /(^|\s)-("[^"]*"?|\S+)/g

/** The part of a query without its exclusions. */
export const wantedPart = (q: string): string => q.replace(EXCLUSION, '$1')

/** The exclusions of a query, as a query for any of them. */
export const excludedPart = (q: string): string =>
  [...q.matchAll(EXCLUSION)].map(([, , excluded]) => excluded).join(' or ')

/** Whether a row of `search_documents` matches a query. */
export const hasWords = (q: string): Expression<SqlBool> => sql<SqlBool>`document.words @@ ${textQuery(q)}`
