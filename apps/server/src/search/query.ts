import { type Expression, type SqlBool, sql } from 'kysely'

/** Chinese and Japanese, written without spaces: the database's `searchable` makes a word of each character. */
export const IDEOGRAPHS = /[\u2e80-\u9fff\uf900-\ufaff]+/g

/**
 * What to look for, as a person writes it: words, "phrases", -without, or. Whatever else it holds is no mistake.
 * @returns a tsquery
 */
export function textQuery(q: string): Expression<string> {
  const spaced = q.replace(IDEOGRAPHS, (run) => ` "${[...run].join(' ')}" `)
  return sql<string>`websearch_to_tsquery('nightdesk', ${spaced})`
}

/** The part of a query that says what to look for, without what it excludes. */
export const wantedPart = (q: string): string => q.replace(/(^|\s)-("[^"]*"?|\S+)/g, '$1')

/** Whether a row of `search_documents` has what a query asks for. */
export const hasWords = (q: string): Expression<SqlBool> => sql<SqlBool>`document.words @@ ${textQuery(q)}`
