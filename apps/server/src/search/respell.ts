import type { DbOrTx } from '@nightdesk/db'
import { sql } from 'kysely'
import type { Documents } from './documents.ts'
import { editDistance } from './edit-distance.ts'
import { wantedPart } from './query.ts'
import { queryWords, WORD } from './snippet.ts'

interface Spelling {
  /** With each unknown word replaced by a near one; null when there is none for some word. */
  near: string | null
  /** With each unknown word replaced by the nearest, or left out; null when nothing is left. */
  far: string | null
}

interface Candidate {
  typed: string
  spelt: string
  likeness: number
}

/** More unknown words than a person types. To look whether a story has a word takes about a millisecond. */
const MAX_WORDS = 4
const MAX_CANDIDATES = 5

/** Other spellings of a query, from the words of `documents`. */
export async function respell(db: DbOrTx, documents: Documents, q: string): Promise<Spelling> {
  const words = queryWords(wantedPart(q))
    .filter((word) => word.length > 2)
    .slice(0, MAX_WORDS)
  const unknown = await findUnknown(db, documents, words)
  if (unknown.length === 0) return { near: null, far: null }
  const candidates = Map.groupBy(await findCandidates(db, documents, unknown), ({ typed }) => typed)
  const near = new Map(unknown.map((word) => [word, nearest(word, candidates.get(word) ?? [])]))
  const far = new Map(unknown.map((word) => [word, near.get(word) ?? candidates.get(word)?.[0]?.spelt ?? '']))
  return {
    near: unknown.every((word) => near.get(word)) ? replaceWords(q, near) : null,
    far: replaceWords(q, far) || null,
  }
}

/** Prefixes count too. Among words with equal distance, the most similar wins. */
function nearest(word: string, candidates: readonly Candidate[]): string | undefined {
  const allowed = word.length < 6 ? 1 : 2
  return candidates
    .filter(({ spelt }) => spelt.startsWith(word) || Math.abs(spelt.length - word.length) <= allowed)
    .map(({ spelt }) => ({ spelt, distance: spelt.startsWith(word) ? 1 : editDistance(word, spelt) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((one, other) => one.distance - other.distance)[0]?.spelt
}

const replaceWords = (q: string, replacements: ReadonlyMap<string, string | undefined>): string =>
  q
    .replace(WORD, (word) => replacements.get(word.toLowerCase()) ?? word)
    .replace(/\s+/g, ' ')
    .trim()

/** The words that no document has. */
async function findUnknown(db: DbOrTx, documents: Documents, words: string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) word
    where not exists (${documents.where(sql<boolean>`document.words @@ plainto_tsquery('nightdesk', searchable(word))`).select('document.version_id')})`.execute(
    db,
  )
  return rows.map(({ word }) => word)
}

/** Words of the documents that resemble these, the most similar first. */
async function findCandidates(db: DbOrTx, documents: Documents, words: string[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select typed, spelt, likeness
    from unnest(${words}::text[]) typed
    cross join lateral (
      select word as spelt, similarity(word, typed) as likeness
      from search_words
      where word % typed or word like typed || '%'
      order by likeness desc, word
      limit ${MAX_CANDIDATES}
    ) alike
    where exists (${documents.where(sql<boolean>`document.words @@ plainto_tsquery('nightdesk', spelt)`).select('document.version_id')})
    order by likeness desc, spelt`.execute(db)
  return rows
}
