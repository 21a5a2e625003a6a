import { setImmediate } from 'node:timers/promises'
import type { Connection } from '@nightdesk/db'

/** One opening of an article, ready to be counted. */
export interface ViewEvent {
  article_id: number
  version_id: number | null
  /** 16 bytes. */
  visitor_hash: Buffer
  referrer: string | null
  user_agent_family: string
}

export interface ViewRecorder {
  /** Resolves once stored; `false` when there is no such published article. */
  record(event: ViewEvent): Promise<boolean>
}

interface Waiting {
  event: ViewEvent
  resolve(stored: boolean): void
  reject(error: unknown): void
}

const MAX_BATCH = 500

type Pool = Connection['pool']

/**
 * Group commit: while one batch is being stored, what arrives waits and goes together in the next. Events, daily counts
 * and visitors are written by one statement, so the figures always equal a recount.
 */
export function createViewRecorder(pool: Pool, timezone: string): ViewRecorder {
  const waiting: Waiting[] = []
  let isStoring = false

  const storeAll = async () => {
    isStoring = true
    // What came in together goes together.
    await setImmediate()
    while (waiting.length > 0) await storeBatch(pool, timezone, waiting.splice(0, MAX_BATCH))
    isStoring = false
  }

  return {
    record: (event) =>
      new Promise((resolve, reject) => {
        waiting.push({ event, resolve, reject })
        if (!isStoring) void storeAll()
      }),
  }
}

async function storeBatch(pool: Pool, timezone: string, batch: Waiting[]) {
  const events = batch.map(({ event }) => event)
  try {
    const stored = await store(pool, timezone, events)
    for (const [index, { resolve }] of batch.entries()) resolve(stored.has(index))
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

/** @returns the positions of those that were stored */
async function store(pool: Pool, timezone: string, events: ViewEvent[]): Promise<Set<number>> {
  const column = <K extends keyof ViewEvent>(key: K) => events.map((event) => event[key])
  const { rows } = await pool.query<{ index: number }>({
    // Named, so that each connection plans it once.
    name: 'store-views',
    text: STORE,
    values: [
      column('article_id'),
      column('version_id'),
      column('visitor_hash'),
      column('referrer'),
      column('user_agent_family'),
      timezone,
    ],
  })
  return new Set(rows.map(({ index }) => index))
}

/** Rows are touched in one order everywhere, so that two servers cannot wait for each other. */
const STORE = `
  with attempt as (
    select * from unnest(
      $1::bigint[], $2::bigint[], $3::bytea[], $4::text[], $5::text[]
    ) with ordinality as row (article_id, version_id, visitor_hash, referrer, user_agent_family, number)
  ), view as (
    select attempt.*, version.id as own_version_id, (now() at time zone $6)::date as day
    from attempt
    join articles on articles.id = attempt.article_id and articles.state = 'published'
    left join article_versions version
      on version.id = attempt.version_id and version.article_id = attempt.article_id
  ), stored as (
    insert into views (day, article_id, version_id, visitor_hash, referrer, user_agent_family)
    select day, article_id, own_version_id, visitor_hash, referrer, user_agent_family from view order by number
  ), counted as (
    insert into view_days (article_id, day, views)
    select article_id, day, count(*) from view group by article_id, day order by article_id
    on conflict (day, article_id) do update set views = view_days.views + excluded.views
  ), visited as (
    insert into visitors (visitor_hash, first_day, last_day, days)
    select distinct visitor_hash, day, day, 1 from view order by visitor_hash
    on conflict (visitor_hash) do update set
      days = visitors.days + 1, last_day = excluded.last_day
      where visitors.last_day < excluded.last_day
  ), read as (
    insert into article_visitors (article_id, visitor_hash)
    select distinct article_id, visitor_hash from view order by article_id, visitor_hash
    on conflict do nothing
  )
  select number::int - 1 as index from view`
