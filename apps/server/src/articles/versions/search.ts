import type { Passage } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { SignedInContext } from '../../context.ts'
import { hitsBeginningWith, queryWords, snippetOf } from '../../search/snippet.ts'

interface SearchInput {
  q: string
  article_id?: number
  limit?: number
}

const DEFAULT_LIMIT = 30

/** Paragraphs that contain all the words, each once for all versions that have it. Cut paragraphs come first. */
export async function searchPassages(
  { db, session: { user } }: SignedInContext,
  { q, article_id, limit = DEFAULT_LIMIT }: SearchInput,
): Promise<Passage[]> {
  const words = queryWords(q)
  if (words.length === 0) return []
  const query = words.map((word) => `${word}:*`).join(' & ')
  let found = db
    .selectFrom('passages')
    .innerJoin('articles as article', 'article.id', 'passages.article_id')
    .innerJoin('article_versions as current', 'current.id', 'article.current_version_id')
    .where('passages.words', '@@', sql<string>`to_tsquery('simple', ${query})`)
    .groupBy(['article.id', 'current.id', 'passages.hash'])
    .select(['article.id as article_id', 'article.state as article_state', 'current.title as article_title'])
    .select(({ fn, ref }) => [
      fn.min('passages.text').as('text'),
      fn.min('passages.first_version').as('first_version'),
      sql<number>`max(coalesce(last_version, ${ref('current.version_number')}))`.as('last_version'),
      sql<boolean>`bool_or(last_version is null)`.as('is_current'),
    ])
  // Authors see only their own articles, as everywhere.
  if (user.role === 'author') found = found.where('article.author_id', '=', user.id)
  if (article_id !== undefined) found = found.where('article.id', '=', article_id)
  const passages = await db
    .selectFrom(found.as('found'))
    .innerJoin('article_versions as first', (join) =>
      join
        .onRef('first.article_id', '=', 'found.article_id')
        .onRef('first.version_number', '=', 'first_version'),
    )
    .innerJoin('article_versions as last', (join) =>
      join
        .onRef('last.article_id', '=', 'found.article_id')
        .onRef('last.version_number', '=', 'last_version'),
    )
    .select(['found.article_id', 'article_title', 'article_state', 'text', 'is_current'])
    .select(['first_version', 'first.created_at as first_version_at'])
    .select(['last_version', 'last.created_at as last_version_at', 'last.id as last_version_id'])
    .orderBy('is_current')
    .orderBy('last.created_at', 'desc')
    .orderBy('found.article_id')
    .orderBy('text')
    .limit(limit)
    .execute()
  return passages.map((passage) => ({
    ...passage,
    snippet: snippetOf(passage.text, hitsBeginningWith(passage.text, words)),
  }))
}
