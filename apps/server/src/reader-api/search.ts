import { selectArticles } from '@nightdesk/articles'
import {
  type Input,
  MAX_HITS_PER_PAGE,
  type readerApi,
  type SearchHit,
  type SearchResult,
} from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { sql } from 'kysely'
import { withPosterUrl } from '../articles/read.ts'
import type { Context } from '../context.ts'
import { publishedDocuments } from '../search/documents.ts'
import { IDEOGRAPHS, wantedPart } from '../search/query.ts'
import { respell } from '../search/respell.ts'
import { hitsOf, MAX_MARKED, piecesOf, queryWords, snippetOf } from '../search/snippet.ts'
import { rankPublished } from './rank.ts'

type SearchInput = Input<typeof readerApi.search>

/** Searches published articles. When no article has the words as typed, searches for the nearest spelling. */
export async function searchPublished({ db }: Context, input: SearchInput): Promise<SearchResult> {
  const found = await find(db, input, input.q)
  if (found.total > 0) return found
  const { near, far } = await respell(db, publishedDocuments(db), input.q)
  const respelt = near === null ? found : await find(db, input, near)
  if (respelt.total > 0) return respelt
  const isThere = far !== null && (await rankPublished(db, far)).length > 0
  return { ...found, suggestion: isThere ? far : null }
}

async function find(
  db: Db,
  { page = 1, limit = MAX_HITS_PER_PAGE }: SearchInput,
  q: string,
): Promise<SearchResult> {
  const ranked = await rankPublished(db, q)
  const shown = ranked.slice((page - 1) * limit, page * limit).map(({ article_id }) => article_id)
  return {
    searched_for: q,
    suggestion: null,
    total: ranked[0]?.total ?? 0,
    hits: shown.length > 0 ? await showHits(db, q, shown) : [],
  }
}

async function showHits(db: Db, q: string, ids: number[]): Promise<SearchHit[]> {
  const words = await findForms(db, q)
  const [articles, passages] = await Promise.all([
    selectArticles(db, 'published_version_id').where('articles.id', 'in', ids).execute(),
    findPassages(db, ids, words),
  ])
  const byId = new Map(articles.map((article) => [article.id, withPosterUrl(article)]))
  return ids.flatMap((id) => {
    const article = byId.get(id)
    // Unpublished since the search.
    if (!article) return []
    const text = passages.get(id) ?? article.excerpt
    return {
      article,
      title: piecesOf(article.title, hitsOf(article.title, words)),
      snippet: snippetOf(text, hitsOf(text, words)),
    }
  })
}

/** The words to mark, in every form that an article contains. */
async function findForms(db: Db, q: string): Promise<string[]> {
  const wanted = queryWords(wantedPart(q)).slice(0, MAX_MARKED).join(' ')
  const forms = await db
    .selectFrom('search_words')
    .where('stem', '=', sql<string>`any(tsvector_to_array(to_tsvector('nightdesk', ${wanted})))`)
    .select('word')
    .execute()
  return queryWords([wanted, ...forms.map(({ word }) => word)].join(' '))
}

/** For each article, the paragraph with most of these words. */
async function findPassages(db: Db, ids: number[], words: string[]): Promise<Map<number, string>> {
  // These scripts have no spaces, so the words are not words of the text index.
  const inText = words.filter((word) => word.match(IDEOGRAPHS)).map((word) => `%${word}%`)
  const { rows } = await sql<{ article_id: number; text: string }>`
    select articles.id as article_id, passage.text
    from articles
    join article_versions version on version.id = published_version_id
    cross join to_tsquery('simple', ${words.join(' | ')}) query
    cross join lateral (
      select text from passages
      where article_id = articles.id
        and first_version <= version_number
        and (last_version is null or last_version >= version_number)
        and (words @@ query or text like any(${inText}::text[]))
      order by ts_rank(words, query) desc, hash
      limit 1
    ) passage
    where articles.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ article_id, text }) => [article_id, text]))
}
