import { type Insertable, sql } from 'kysely'
import type { Db, DbOrTx, Tx } from '../client.ts'
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

/** A published article with one version, and its author. @returns their ids */
export const createPublishedArticle = (db: Db, title: string) =>
  db.transaction().execute(async (tx) => {
    const user = { username: `${title}@example.org`, full_name: 'Ada', role: 'author' as const }
    const author_id = await addUser(tx, user)
    return { ...(await publishArticle(tx, author_id, { title })), author_id }
  })

/** @returns the id of the account */
export async function addUser(db: DbOrTx, user: Insertable<Database['users']>): Promise<number> {
  const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Adds an article with one version, which is published. @returns their ids */
export async function publishArticle(tx: Tx, author_id: number, version: Omit<NewVersion, 'version_number'>) {
  const { id } = await tx
    .insertInto('articles')
    .values({ author_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: version_id } = await addVersion(tx, id, { ...version, version_number: 1 })
  const pointers = { current_version_id: version_id, published_version_id: version_id }
  await tx
    .updateTable('articles')
    .set({ ...pointers, state: 'published', date_published: sql`now()` })
    .where('id', '=', id)
    .execute()
  return { id, version_id }
}

type Version = Insertable<Database['article_versions']>
/** A published version without a text, unless its values say otherwise. */
type NewVersion = Partial<Version> & Pick<Version, 'version_number' | 'title'>

/** @returns its id */
export const addVersion = (db: DbOrTx, article_id: number, version: NewVersion) =>
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
