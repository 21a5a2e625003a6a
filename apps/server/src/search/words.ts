import { isSeenBy } from '@nightdesk/articles'
import type { Pieces } from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { CurrentUser } from '../context.ts'

/** Chinese and Japanese have no spaces: the database’s `searchable` makes each character a word. */
export const IDEOGRAPHS = /[\u2e80-\u9fff\uf900-\ufaff]+/g

/** A phrase, also one that is not closed, or Chinese and Japanese outside of one. */
const PHRASE = new RegExp(`"[^"]*"?|${IDEOGRAPHS.source}`, 'g')

/**
 * Parses a query as a person writes it: words, "phrases", -without, or. Any other syntax is ignored.
 * @returns a tsquery
 */
export function textQuery(q: string): Expression<string> {
  const phrased = q.replace(PHRASE, (part) => (part.startsWith('"') ? part : ` "${part}" `))
  return sql<string>`websearch_to_tsquery('nightdesk', searchable(${phrased}))`
}

/** A phrase, in which a hyphen excludes nothing, or an exclusion. */
const EXCLUSION = /("[^"]*")|(^|\s)-("[^"]*"?|\S+)/g

export const wantedPart = (q: string): string => q.replace(EXCLUSION, '$1$2')

/** The exclusions of a query, as a query for any of them. */
export const excludedPart = (q: string): string =>
  [...q.matchAll(EXCLUSION)].flatMap(([, , , excluded]) => excluded ?? []).join(' or ')

export const hasWords = (q: string): Expression<SqlBool> => sql<SqlBool>`document.words @@ ${textQuery(q)}`

export const publishedDocuments = (db: DbOrTx) =>
  documentsOf(db, 'published_version_id').where('articles.state', '=', 'published')

/** The documents that a user may find: the current text of every article they may see. */
export const currentDocuments = (db: DbOrTx, user: CurrentUser) =>
  documentsOf(db, 'current_version_id').where(isSeenBy(user))

const documentsOf = (db: DbOrTx, version: 'published_version_id' | 'current_version_id') =>
  db.selectFrom('search_documents as document').innerJoin('articles', (join) =>
    join
      // Only this has an index. Without it, Postgres reads all texts that have a word to find one of them.
      .onRef('articles.id', '=', 'document.article_id')
      .onRef(`articles.${version}`, '=', 'document.version_id'),
  )

type Documents = ReturnType<typeof publishedDocuments>

const LETTER = '[\\p{L}\\p{N}\\p{M}]'
/** Letters and digits, in every script. */
export const WORD = new RegExp(`${LETTER}+`, 'gu')
/** UTF-16 units: about three lines on a phone. */
const LENGTH = 280
const BEFORE_HIT = 80

interface Hit {
  index: number
  length: number
}

/** The words to look for, in lower case. Only letters and digits, so that none is syntax of a text search. */
export const queryWords = (query: string): string[] => [...new Set(query.toLowerCase().match(WORD) ?? [])]

/** More words than a person types. Only this many words of a query are marked. */
export const MAX_MARKED = 8
/** UTF-16 units after the first hit that are searched for more: longer than any snippet or title. */
const LOOKED_AT = 1_000

export function hitsBeginningWith(text: string, beginnings: readonly string[]): Hit[] {
  const marked = beginnings.slice(0, MAX_MARKED)
  return scan(text, (word) => marked.some((beginning) => word.toLowerCase().startsWith(beginning)))
}

/** These words in any case. Chinese and Japanese ones also match within words. */
export function hitsOf(text: string, words: readonly string[]): Hit[] {
  const whole = new Set(words)
  const within = words.filter((word) => word.match(IDEOGRAPHS))
  const alternatives = within.length > 0 ? new RegExp(within.join('|'), 'giu') : undefined
  return scan(text, (word) => whole.has(word.normalize().toLowerCase()), alternatives)
}

/** Reads a text once, and only as far as hits can be shown beside the first one. */
function scan(text: string, isHit: (word: string) => boolean, within?: RegExp): Hit[] {
  const hits: Hit[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (index > (hits[0]?.index ?? index) + LOOKED_AT) break
    if (isHit(word)) hits.push({ index, length: word.length })
    else if (within) {
      hits.push(
        ...[...word.matchAll(within)].map((part) => ({ index: index + part.index, length: part[0].length })),
      )
    }
  }
  return hits
}

/** A short text whole, or a long one around its first hit. */
export function snippetOf(text: string, hits: readonly Hit[]): Pieces {
  const [from, to] = text.length <= LENGTH ? [0, text.length] : windowAround(text, hits[0]?.index ?? 0)
  const pieces = piecesOf(text, hits, from, to)
  if (from > 0) pieces.unshift({ text: '…', is_hit: false })
  if (to < text.length) pieces.push({ text: '…', is_hit: false })
  return pieces
}

/** A text, split where hits begin and end. */
export function piecesOf(text: string, hits: readonly Hit[], from = 0, to = text.length): Pieces {
  const pieces: Pieces = []
  let end = from
  for (const { index, length } of hits) {
    if (index < from || index + length > to) continue
    pieces.push({ text: text.slice(end, index), is_hit: false })
    end = index + length
    pieces.push({ text: text.slice(index, end), is_hit: true })
  }
  pieces.push({ text: text.slice(end, to), is_hit: false })
  return pieces.filter((piece) => piece.text !== '')
}

/** Begins and ends between words where possible. */
function windowAround(text: string, hit: number): [from: number, to: number] {
  const earliest = Math.max(0, hit - BEFORE_HIT)
  const space = text.indexOf(' ', earliest)
  const from = earliest > 0 && space !== -1 && space < hit ? space + 1 : earliest
  if (from + LENGTH >= text.length) return [characterAt(text, from), text.length]
  const last = text.lastIndexOf(' ', from + LENGTH)
  return [characterAt(text, from), last > hit ? last : characterAt(text, from + LENGTH)]
}

/** The beginning of a character, which may have two UTF-16 units. */
const characterAt = (text: string, index: number): number =>
  (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index

interface Candidate {
  typed: string
  spelt: string
  likeness: number
}

/** More unknown words than a person types. To look whether a story has a word takes about a millisecond. */
const MAX_WORDS = 4
const MAX_CANDIDATES = 5

/** Other spellings of a query, from the words of `documents`. */
export async function respell(db: DbOrTx, documents: Documents, q: string) {
  const words = queryWords(wantedPart(q))
    .filter((word) => word.length > 2)
    .slice(0, MAX_WORDS)
  const unknown = await findUnknown(db, documents, words)
  if (unknown.length === 0) return { near: null, far: null }
  const candidates = Map.groupBy(await findCandidates(db, documents, unknown), ({ typed }) => typed)
  const near = new Map(unknown.map((word) => [word, nearest(word, candidates.get(word) ?? [])]))
  const far = new Map(unknown.map((word) => [word, near.get(word) ?? candidates.get(word)?.[0]?.spelt ?? '']))
  const left = replaceWords(q, far)
  return {
    /** With each unknown word replaced by a near one; null when there is none for some word. */
    near: unknown.every((word) => near.get(word)) ? replaceWords(q, near) : null,
    /** With each unknown word replaced by the nearest, or left out; null when nothing is left to look for. */
    far: queryWords(wantedPart(left)).length > 0 ? left : null,
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

/**
 * The number of letters to insert, delete, replace or swap with a neighbour to turn one word into the other: the optimal
 * string alignment distance.
 */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [row, letter] of a.entries()) {
    const current = [row + 1]
    for (const [column, otherLetter] of b.entries()) {
      const replaced = at(last, column) + (letter === otherLetter ? 0 : 1)
      const isSwap = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === otherLetter
      const swapped = isSwap ? at(beforeLast, column - 1) + 1 : Number.POSITIVE_INFINITY
      current.push(Math.min(replaced, swapped, at(last, column + 1) + 1, at(current, column) + 1))
    }
    ;[beforeLast, last] = [last, current]
  }
  return at(last, b.length)
}

const at = (row: readonly number[], column: number) => row[column] ?? 0

/** What a list is sorted by, so that “Östlund” is beside “Olsen”: the database sorts letters by their codes. */
export const alphabetical = (text: Expression<unknown>) =>
  sql`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`

/** A text that `like` finds as it is. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
