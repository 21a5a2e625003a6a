import { join } from 'node:path'
import { borrowEmbedded } from '../../packages/db/src/embedded/start.ts'
import { type Connection, connect } from '../../packages/db/src/index.ts'
import { signIn } from '../../scripts/api.ts'
import { ADMIN, startStack } from '../../scripts/stack.ts'
import { publishArticles } from '../site.ts'

export type SiteWithViews = Awaited<ReturnType<typeof siteWith>>

const DAYS = 365
const STORIES = 20

/** A site with 20 stories and views of a year. */
export async function siteWith(views: number) {
  const stack = await startStack({ admin: ADMIN, env: { VIEW_LIMIT_PER_MINUTE: '0' } })
  const { client, headers } = await signIn(stack.url)
  const [first] = await publishArticles(client, STORIES)
  if (!first) throw new Error('There are articles to count')
  const asOwner = <T>(work: (connection: Connection) => Promise<T>) =>
    withOwner(join(stack.directory, 'postgres'), work)
  await asOwner((connection) => fillViews(connection, { views, stories: STORIES }))
  const paths = [
    '/admin/dashboard/stats',
    ...['today', '7', '30', 'all'].map((period) => `/admin/analytics?period=${period}`),
    `/admin/analytics/articles/${first.id}?period=30`,
    '/admin/analytics/facet?facet=device&value=Desktop&period=all',
    '/admin/analytics/current',
  ]

  /** @returns milliseconds for all figures of the admin area */
  async function allFigures(): Promise<number> {
    const begun = performance.now()
    for (const path of paths) {
      const response = await fetch(`${stack.url}${path}`, { headers })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      await response.arrayBuffer()
    }
    return performance.now() - begun
  }
  return {
    allFigures,
    asOwner,
    stack,
    first,
    visitors: views / 40,
    [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose](),
  }
}

/** One connection as the owner of the tables, without a time limit for statements. */
async function withOwner<T>(directory: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  await using embedded = await borrowEmbedded(directory)
  const connection = connect(embedded.owner_url, { max: 1, statementTimeout: 0 })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}

/** In the order of their dependencies. */
const COUNTED = [
  'view_days',
  'view_hours',
  'view_facets',
  'visitor_days',
  'article_visitors',
  'site_facets',
  'view_totals',
  'visitors',
  'site_days',
]

/**
 * Inserts the raw views of a year and recounts them: four views per visit, ten visits per visitor on ten days, and half of
 * the views are the first of an article by that visitor.
 */
export async function fillViews(
  { pool }: Pick<Connection, 'pool'>,
  { views, stories }: { views: number; stories: number },
) {
  await pool.query(`
    select create_view_month(month::date)
    from generate_series(current_date - ${DAYS}, current_date, interval '1 month') month`)
  await pool.query(RAW_VIEWS, [views, stories])
  for (const table of COUNTED) await pool.query(`insert into ${table} select * from recount.${table}`)
  await pool.query('vacuum analyze')
}

const RAW_VIEWS = `
  insert into views
    (viewed_at, day, hour, article_id, version_id, visitor_hash, reader_hash, referrer, user_agent_family, device, staff)
  select now(), current_date - (${DAYS - 1} - number * ${DAYS}::bigint / $1::int)::int, number % 24,
    article_id, null, visitor_hash_of(visitor), reader_hash_of(visitor, article_id),
    'https://site-' || number * 11 % 8 || '.example', 'Browser ' || number * 13 % 5,
    (array['Desktop', 'Phone', 'Tablet'])[1 + number * 17 % 3], number % 50 = 0
  from generate_series(0, $1::int - 1) number, lateral (
    select
      -- The next article with every visit of a visitor.
      1 + (number * 7::bigint + number / ($1::int / 10)) % $2::int as article_id,
      decode(md5((number / 4 * 7919::bigint % ($1::int / 40))::text), 'hex') as visitor
  ) reader`
