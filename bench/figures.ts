import { join } from 'node:path'
import { borrowEmbedded } from '../packages/db/src/embedded/start-embedded.ts'
import { connect } from '../packages/db/src/index.ts'
import { startStack } from '../scripts/stack.ts'
import { median } from './median.ts'
import { report } from './results.ts'
import { ADMIN, publishArticles, signIn } from './site.ts'

const FEW = 50_000
const MANY = 5_000_000
const DAYS = 365
const GATE = 1.5
const WARM_UP = 100
const ROUNDS = 100

/** Compares all analytics with five million views and with fifty thousand, over the same year. */
export async function compareFigures(): Promise<void> {
  await using few = await siteWith(FEW)
  await using many = await siteWith(MANY)
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  // Alternating, so that a drift in the speed of the machine affects both.
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    times.few.push(await few.allFigures())
    times.many.push(await many.allFigures())
  }
  const [short, long] = [median(times.few.slice(WARM_UP)), median(times.many.slice(WARM_UP))]
  const spent = `(${long.toFixed(1)} ÷ ${short.toFixed(1)} ms)`
  const what = `figures, ${MANY} ÷ ${FEW} views ${spent}`
  report(what, (long / short).toFixed(2), `≤ ${GATE.toFixed(2)}`, long / short <= GATE)
}

/** A site with 20 stories and views of a year. */
export async function siteWith(views: number) {
  const stack = await startStack({
    env: {
      ADMIN_EMAIL: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      VIEW_LIMIT_PER_MINUTE: '0',
    },
  })
  const { client, headers } = await signIn(stack.url)
  const [first] = await publishArticles(client, 20)
  if (!first) throw new Error('There are articles to count')
  await fill(join(stack.directory, 'postgres'), views)
  const paths = [
    '/admin/dashboard/stats',
    ...['today', '7', '30', 'all'].map((period) => `/admin/analytics?period=${period}`),
    `/admin/analytics/articles/${first.id}?period=30`,
    '/admin/analytics/facet?facet=device&value=Desktop&period=all',
    '/admin/analytics/current',
  ]

  async function allFigures(): Promise<number> {
    const begun = performance.now()
    for (const path of paths) {
      const response = await fetch(`${stack.url}${path}`, { headers })
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      await response.arrayBuffer()
    }
    return performance.now() - begun
  }
  return { allFigures, stack, first, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() }
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

/** Inserts the raw views of a year, four per visit and ten visits per visitor, and recounts them. */
async function fill(directory: string, views: number) {
  await using embedded = await borrowEmbedded(directory)
  const { pool, close } = connect(embedded.owner_url, { statementTimeout: 0 })
  await pool.query(`
    select create_view_month(month::date)
    from generate_series(current_date - ${DAYS}, current_date, interval '1 month') month`)
  await pool.query(RAW_VIEWS, [views])
  for (const table of COUNTED) await pool.query(`insert into ${table} select * from recount.${table}`)
  await pool.query('analyze')
  await close()
}

const RAW_VIEWS = `
  insert into views
    (viewed_at, day, hour, article_id, version_id, visitor_hash, reader_hash, referrer, user_agent_family, device, staff)
  select now(), current_date - (${DAYS - 1} - number * ${DAYS}::bigint / $1::int)::int, number % 24,
    article_id, null, visitor_hash_of(visitor), reader_hash_of(visitor, article_id),
    'https://site-' || number * 11 % 8 || '.example', 'Browser ' || number * 13 % 5,
    (array['Desktop', 'Phone', 'Tablet'])[1 + number * 17 % 3], number % 50 = 0
  from generate_series(0, $1::int - 1) number, lateral (
    select 1 + number * 7 % 20 as article_id,
      decode(md5((number / 4 * 7919::bigint % ($1::int / 40))::text), 'hex') as visitor
  ) reader`
