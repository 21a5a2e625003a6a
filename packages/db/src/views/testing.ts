import { type Insertable, sql } from 'kysely'
import type { Db } from '../client.ts'
import type { Database } from '../schema.ts'

/** Whole hours east of Greenwich; `Etc/GMT` names have the opposite sign. */
const zoneAhead = (hours: number) => `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`

/** A time zone in which it is about noon, so that no test crosses the end of a day or a month. */
export const NOON = zoneAhead(12 - new Date().getUTCHours())

/** The current day there. */
export const TODAY = sql<string>`(now() at time zone ${NOON})::date`

/** One attempt as a server records it. Values that do not matter to a test have defaults. */
export interface TestAttempt {
  article_id: number
  version_id?: number
  /** One byte that identifies a visitor. */
  visitor: number
  referrer?: string
  agent?: string
  device?: string
  staff?: boolean
  reason?: string
}

/** Records attempts in one batch, as a server does. @returns for each whether its article is published */
export async function recordViews(db: Db, attempts: TestAttempt[], timezone = NOON): Promise<boolean[]> {
  const { rows } = await sql<{ published: boolean[] }>`
    select record_views(
      ${attempts.map(({ article_id }) => article_id)},
      ${attempts.map(({ version_id }) => version_id ?? null)},
      ${attempts.map(({ visitor }) => Buffer.alloc(16, visitor))},
      ${attempts.map(({ referrer }) => referrer ?? null)},
      ${attempts.map(({ agent }) => agent ?? 'Firefox')},
      ${attempts.map(({ device }) => device ?? 'Desktop')},
      ${attempts.map(({ staff }) => staff ?? false)},
      ${attempts.map(({ reason }) => reason ?? null)},
      ${timezone}
    ) as published`.execute(db)
  return rows[0]!.published // a select without from has one row
}

/** Every column of the ledger that contains a day. */
const DAYS: Record<string, string[]> = {
  views: ['day'],
  view_days: ['day'],
  view_hours: ['day'],
  view_facets: ['day'],
  site_facets: ['day'],
  visitor_days: ['day'],
  visitors: ['first_day', 'last_day'],
  article_visitors: ['first_day'],
  site_days: ['day'],
  uncounted_views: ['day'],
  aged_visitors: ['first_day', 'last_day'],
  aged_view_days: ['day'],
  closed_windows: ['first_day', 'last_day'],
}
/** More than in any test: rows move in two steps, so that no day collides with another. */
const FAR = 100_000

/** Lets days pass: moves the whole ledger into the past. */
export async function passDays(db: Db, days: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const [table, columns] of Object.entries(DAYS)) {
      for (const shift of [-FAR, FAR - days]) {
        const moved = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${shift}::int`)
        await sql`update ${sql.table(table)} set ${sql.join(moved)}`.execute(tx)
      }
    }
  })
}

/** A published article with one version. @returns their ids */
export async function createPublishedArticle(db: Db, title: string) {
  return db.transaction().execute(async (tx) => {
    const author = await tx
      .insertInto('users')
      .values({ username: `${title}@example.org`, full_name: 'Ada', role: 'author' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const article = await tx
      .insertInto('articles')
      .values({ author_id: author.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const version = await addVersion(tx, article.id, { version_number: 1, title })
    const pointers = { current_version_id: version.id, published_version_id: version.id }
    await tx
      .updateTable('articles')
      .set({ ...pointers, state: 'published', date_published: sql`now()` })
      .where('id', '=', article.id)
      .execute()
    return { id: article.id, version_id: version.id }
  })
}

type NewVersion = Insertable<Database['article_versions']>

/** Adds a published version without a text, unless its values say otherwise. @returns its id */
export const addVersion = (
  db: Pick<Db, 'insertInto'>,
  article_id: number,
  version: Partial<NewVersion> & Pick<NewVersion, 'version_number' | 'title'>,
) =>
  db
    .insertInto('article_versions')
    .values({
      article_id,
      state: 'published',
      excerpt: '',
      content: '[]',
      content_hash: Buffer.alloc(32, version.version_number),
      word_count: 0,
      change_description: 'Created',
      ...version,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
