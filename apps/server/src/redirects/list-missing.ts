import { type Input, type MissingAddress, type redirects, tagPath } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import { sql } from 'kysely'
import { hasPath } from './list-redirects.ts'

type Search = Input<(typeof redirects)['missing']>

const PAGE_SIZE = 50

/** Addresses that were not found, with the page whose name is most like each. */
export async function listMissing(db: Db, { q, page = 1, limit = PAGE_SIZE }: Search) {
  const matching = db
    .selectFrom('missing_addresses')
    .$if(q !== undefined, (query) => query.where(hasPath(q ?? '')))
  const [{ count }, rows] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    matching
      .select(['path', 'requests', 'last_at'])
      .orderBy('requests', 'desc')
      .orderBy('last_at', 'desc')
      .orderBy('path')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  const guesses = await guessTargets(
    db,
    rows.map(({ path }) => path),
  )
  return { addresses: rows.map((row) => ({ ...row, guess: guesses.get(row.path) ?? null })), count }
}

/** Similarity of trigrams from which a name is a guess. */
const ALIKE = 0.35

async function guessTargets(db: Db, paths: readonly string[]): Promise<Map<string, MissingAddress['guess']>> {
  const wanted = paths.flatMap((path) => {
    const words = wordsOf(path)
    return words ? [{ path, words }] : []
  })
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ path: string; title: string; article_id: number | null; slug: string | null }>`
    with names as materialized (
      select title, articles.id as article_id, null as slug
      from articles join article_versions version on version.id = published_version_id
      where articles.state = 'published'
      union all
      select name, null, slug from tags
      where exists (select from article_tags join articles on articles.id = article_id where tag_id = tags.id and state = 'published')
    )
    select path, nearest.* from jsonb_to_recordset(${JSON.stringify(wanted)}) wanted (path text, words text)
    cross join lateral (
      select * from names where similarity(title, words) >= ${ALIKE}
      order by similarity(title, words) desc, article_id limit 1
    ) nearest`.execute(db)
  return new Map(
    rows.map(({ path, title, article_id, slug }) => [
      path,
      { title, target: slug === null ? `/post/${article_id}` : tagPath(slug) },
    ]),
  )
}

/** The words of the last part of a path: those of `/2019/05/the-ferry.html` are `the ferry`. */
function wordsOf(path: string): string {
  const parts = decodeURIComponent(path.split('?', 1)[0] ?? '').split('/')
  const last = parts.findLast((part) => /\p{L}{2}/u.test(part) && !/^(feed|amp|page|html?)$/.test(part)) ?? ''
  return last
    .replace(/\.[a-z]{2,5}$/i, '')
    .replace(/^[\d-]+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
