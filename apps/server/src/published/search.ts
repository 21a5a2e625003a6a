import { selectArticles } from '@nightdesk/articles'
import { type Input, MAX_HITS, type readerApi, type SearchHit, type SearchResult } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { type RawBuilder, sql } from 'kysely'
import { withoutHiddenByline, withPosterUrl } from '../articles/read.ts'
import type { Context } from '../context.ts'
import {
  excludedPart,
  hitsOf,
  IDEOGRAPHS,
  MAX_MARKED,
  piecesOf,
  publishedDocuments,
  queryWords,
  respell,
  snippetOf,
  textQuery,
  WORD,
  wantedPart,
} from '../search/words.ts'

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

async function find(db: Db, { page, limit }: SearchInput, q: string): Promise<SearchResult> {
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
  const byId = new Map(articles.map((article) => [article.id, withoutHiddenByline(withPosterUrl(article))]))
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
  // A query may only exclude.
  if (words.length === 0) return new Map()
  const inText = words.map((word) => (word.match(IDEOGRAPHS) ? word : `\\m${word}\\M`)).join('|')
  const ofVersion = sql`article_id = articles.id
    and first_version <= version_number and (last_version is null or last_version >= version_number)`
  const { rows } = await sql<{ article_id: number; text: string }>`
    select articles.id as article_id, passage.text
    from articles
    join article_versions version on version.id = published_version_id
    cross join to_tsquery('simple', ${words.join(' | ')}) query
    cross join lateral (
      (
        select text from passages where ${ofVersion} and words @@ query
        order by ts_rank(words, query) desc, hash limit 1
      )
      -- Not all are words of the text index: some scripts have no spaces, and a curly quote or a dash may be part of a word there.
      union all (select text from passages where ${ofVersion} and text ~* ${inText} order by hash limit 1)
      limit 1
    ) passage
    where articles.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ article_id, text }) => [article_id, text]))
}

interface Ranked {
  article_id: number
  total: number
}

/** Comparing a query with a text takes about 0.1 ms, as the text has to be decompressed. */
const RANKED_BY_TEXT = 96

/**
 * The best {@link MAX_HITS} published articles for a query, the best first. All candidates are ranked by their short
 * headings, and only the best of these by the whole text. Phrases are looked for in the {@link MAX_HITS} best candidates.
 */
async function rankPublished(db: Db, q: string): Promise<Ranked[]> {
  const query = await parseQuery(db, q)
  if (!query) return []
  const { exact, ranked, isIndexed } = query
  const { rows } = await sql<Ranked>`
    with candidates as materialized (${candidatesOf(query)}), best as (
      select * from candidates ${BY_HEADING} limit ${MAX_HITS}
    ), placed as (
      select *, row_number() over (${BY_HEADING}) as position from best
    )
    select placed.article_id, (select count(*) from candidates) as total
    from placed cross join lateral
      -- With an offset, so that Postgres reads only these texts.
      (select words from search_documents where version_id = placed.version_id offset 0) document
    where ${isIndexed} or document.words @@ ${exact}::tsquery
    order by case when position <= ${RANKED_BY_TEXT} then ts_rank(document.words, ${ranked}::tsquery) else -1 end desc, position`.execute(
    db,
  )
  return isIndexed ? rows : rows.map(({ article_id }) => ({ article_id, total: rows.length }))
}

const BY_HEADING = sql`order by heading_rank desc, date_updated desc, article_id desc`

/** The parts of a query as tsqueries; an empty text for none. */
type ParsedQuery = NonNullable<Awaited<ReturnType<typeof parseQuery>>>

/** @returns undefined for a query without words */
async function parseQuery(db: Db, q: string) {
  const asked = firstWords(q)
  const { wanted, excluded, ranked } = await db
    .selectNoFrom([
      sql<string>`${textQuery(wantedPart(asked))}::text`.as('wanted'),
      sql<string>`${textQuery(excludedPart(asked))}::text`.as('excluded'),
      sql<string>`${textQuery(queryWords(wantedPart(asked)).slice(0, RANKED_WORDS).join(' or '))}::text`.as(
        'ranked',
      ),
    ])
    .executeTakeFirstOrThrow()
  if (!wanted && !excluded) return undefined
  return {
    wanted: wanted.split(FOLLOWED_BY).join(' & '),
    excluded: FOLLOWED_BY.test(excluded) ? '' : excluded,
    /** Everything that the query asks for. */
    exact: [wanted && `(${wanted})`, excluded && `!(${excluded})`].filter(Boolean).join(' & '),
    /** Any of its first words: to rank by all words and phrases takes much longer. */
    ranked,
    /** Whether the index alone knows what matches. It knows which words a text has, but not their order in phrases. */
    isIndexed: !FOLLOWED_BY.test(wanted) && !FOLLOWED_BY.test(excluded),
  }
}

/** A story is found by its first words as well as by more of them. */
const MAX_WORDS = 16
/** Each is looked up in the heading of every candidate. */
const RANKED_WORDS = 5

function firstWords(q: string): string {
  const next = [...q.matchAll(WORD)][MAX_WORDS]
  return next ? q.slice(0, next.index) : q
}

/** The operator of phrases, with a distance in words. */
const FOLLOWED_BY = / <(?:-|\d+)> /

function candidatesOf({ wanted, excluded, ranked }: ParsedQuery): RawBuilder<unknown> {
  if (wanted) {
    const words = excluded ? `(${wanted}) & !(${excluded})` : wanted
    return sql`
      select articles.id as article_id, date_updated, version_id, heading_rank
      from search_candidates(${words}::tsquery, ${ranked}::tsquery) join articles on published_version_id = version_id
      where state = 'published'`
  }
  // An index cannot tell what has not a word, but what has it.
  return sql`
    select id as article_id, date_updated, published_version_id as version_id, 0 as heading_rank
    from articles
    where state = 'published'
      and published_version_id not in (select version_id from search_candidates(${excluded}::tsquery, ''))`
}
