import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { AppError, conflict } from '@nightdesk/contracts'
import { type Insertable, sql } from 'kysely'
import { LONGEST_REACH } from '../analytics/periods.ts'
import type { Db, Tx } from '../client.ts'
import type { Database } from '../schema.ts'

/** Months whose partition exists before they begin. */
const AHEAD = 2

/** Creates the partitions of the coming months, and of months whose views are in the default partition. */
export async function prepareViewMonths(db: Db): Promise<void> {
  const { rows } = await sql<{ month: string }>`
    select distinct date_trunc('month', day)::date as month from view_months.other
    union
    select date_trunc('month', now() + make_interval(months => ahead))::date from generate_series(0, ${AHEAD}::int) ahead
    order by month`.execute(db)
  // One transaction per month: views wait for one at most.
  for (const { month } of rows) await sql`select create_view_month(${month})`.execute(db)
}

/**
 * The whole months that have raw views, except the current one and the `months` before it, as `YYYY-MM-01`.
 * @param haveAged only those whose visitors have all aged, so that nothing in their raw views leads to another day
 */
export async function monthsPastRetention(
  db: Db,
  timezone: string,
  months: number,
  { haveAged = false } = {},
): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select month from (
      select relname, to_date(relname, 'YYYY_MM') as month
      from pg_inherits join pg_class on pg_class.oid = inhrelid
      where inhparent = 'views'::regclass and relname ~ '^\\d{4}_\\d{2}$'
    ) tables
    where month < date_trunc('month', now() at time zone ${timezone}) - make_interval(months => ${months}::int)
      and (not ${haveAged}::boolean or not exists (
        select from site_days
        where day >= greatest(month, aged_until()) and day < (month + interval '1 month')::date
      ))
    order by month`.execute(db)
  return rows.map(({ month }) => month)
}

/** Drops the raw views of a month. Their counts stay, and can no longer be recounted. */
export async function dropViewMonth(db: Db, month: string): Promise<void> {
  await sql`select drop_view_month(${month})`.execute(db)
}

/**
 * Ages the visitors of days that are outside of every reporting window, with one day to spare for a change of the site’s
 * time zone. Counts stay as they are, and can still be recounted.
 * @returns the days
 */
export async function ageViewDays(db: Db, timezone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from site_days
    where day >= aged_until() and day < (now() at time zone ${timezone})::date - ${LONGEST_REACH}::int
    order by day`.execute(db)
  // One transaction per day: its salt is forgotten with it.
  for (const { day } of rows) await sql`select age_view_day(${day})`.execute(db)
  return rows.map(({ day }) => day)
}

/** About 4 MB: a file is in memory as a whole. */
const VIEWS_PER_FILE = 100_000
const VIEWS_PER_READ = 1_000

interface ArchiveOptions {
  /** Stores a file with its number: 1, 2, 3 … A row of `views` as JSON in each line, compressed by gzip. @returns its key */
  write(bytes: Buffer, number: number): Promise<string>
  /** For the rows of all files. Files without rows are deleted by the reconciliation of the storage. */
  transaction(work: (tx: Tx) => Promise<void>): Promise<void>
  viewsPerFile?: number
}

/**
 * Writes the raw views of a month into files, in the order of their days, unless that was done. `month` is its first day.
 * @returns what was written; null when the archive was complete
 * @throws when an archive of other views exists
 */
export async function archiveViewMonth(
  db: Db,
  month: string,
  { write, transaction, viewsPerFile = VIEWS_PER_FILE }: ArchiveOptions,
): Promise<{ views: number; files: number } | null> {
  if (await isArchived(db, month)) return null
  const files: Insertable<Database['archived_view_files']>[] = []
  const objects: Insertable<Database['stored_objects']>[] = []
  const last = { day: month, id: 0 }
  for (let number = 1; ; number++) {
    const { views, bytes } = await readFile(db, month, last, viewsPerFile)
    if (views === 0) break
    const key = await write(bytes, number)
    objects.push({ key, bytes: bytes.length })
    files.push({ month, number, key, views })
  }
  await transaction(async (tx) => {
    await tx.insertInto('stored_objects').values(objects).execute()
    await tx.insertInto('archived_view_files').values(files).execute()
  })
  return { views: files.reduce((sum, { views }) => sum + views, 0), files: files.length }
}

async function isArchived(db: Db, month: string): Promise<boolean> {
  const { rows } = await sql<{ views: number; archived: number; is_dropped: boolean }>`
    select
      (select count(*) from views where ${inMonth(month)}) as views,
      (select coalesce(sum(views), 0) from archived_view_files where month = ${month}) as archived,
      exists (select from dropped_view_months where month = ${month}) as is_dropped`.execute(db)
  const { views, archived, is_dropped } = rows[0]! // a select without from has one row
  if (archived === 0) return views === 0
  // While a dropped month is being restored, it has only some of its views.
  if (is_dropped ? archived < views : archived !== views)
    throw new Error(`${month.slice(0, 7)} has ${views} views, but its archive has ${archived}`)
  return true
}

const inMonth = (month: string) => sql`day >= ${month} and day < (${month}::date + interval '1 month')::date`

/** Reads the views after `last`, which it moves on. */
async function readFile(db: Db, month: string, last: { day: string; id: number }, size: number) {
  let views = 0
  const lines = async function* () {
    while (views < size) {
      const { rows } = await sql<{ day: string; id: number; line: string }>`
        select day, id, row_to_json(views)::text as line from views
        where ${inMonth(month)} and (day, id) > (${last.day}::date, ${last.id}::bigint)
        order by day, id limit ${Math.min(VIEWS_PER_READ, size - views)}`.execute(db)
      const newest = rows.at(-1)
      if (!newest) return
      views += rows.length
      Object.assign(last, { day: newest.day, id: newest.id })
      yield rows.map(({ line }) => `${line}\n`).join('')
    }
  }
  const bytes = await pipeline(lines, createGzip(), buffer)
  return { views, bytes }
}

/** Bytes of text that are inserted together: a few thousand views. */
const CHUNK = 1024 ** 2

/**
 * Inserts the raw views of a dropped month again, from its archive. An interrupted restore can be run again. `month` is its
 * first day.
 * @param open reads a file of the storage
 * @throws NOT_FOUND without an archive, CONFLICT when the month was not dropped
 * @returns the number of views
 */
export async function restoreViewMonth(
  db: Db,
  month: string,
  open: (key: string) => Promise<Readable>,
): Promise<number> {
  const files = await db
    .selectFrom('archived_view_files')
    .where('month', '=', month)
    .orderBy('number')
    .select(['key', 'views'])
    .execute()
  if (files.length === 0) throw await noArchive(db, month)
  await requireDropped(db, month)
  await sql`select create_view_month(${month})`.execute(db)
  for (const { key } of files) await insertFile(db, await open(key))
  const views = files.reduce((sum, file) => sum + file.views, 0)
  await endRestore(db, month, views)
  return views
}

async function noArchive(db: Db, month: string): Promise<AppError> {
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(distinct to_char(month, 'YYYY-MM'), ', ') as names from archived_view_files`.execute(db)
  const { names } = rows[0]! // an aggregate has one row
  const known = names ? `Archived are: ${names}` : 'No month is archived'
  return new AppError('NOT_FOUND', `The views of ${month.slice(0, 7)} are not archived. ${known}`)
}

async function requireDropped(db: Db, month: string) {
  await db
    .selectFrom('dropped_view_months')
    .where('month', '=', month)
    .select('month')
    .executeTakeFirstOrThrow(() => conflict(`The views of ${month.slice(0, 7)} were not dropped`))
}

/** Inserts the lines as they are read. Those of an earlier attempt are there already. */
function insertFile(db: Db, file: Readable): Promise<void> {
  return pipeline(file, createGunzip({ chunkSize: CHUNK }), async (chunks: AsyncIterable<Buffer>) => {
    for await (const lines of linesOf(chunks))
      await sql`
        insert into views select * from json_populate_recordset(null::views, ${`[${lines.join()}]`}::json)
        on conflict do nothing`.execute(db)
  })
}

/** The complete lines of each chunk. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines
  }
}

async function endRestore(db: Db, month: string, archived: number) {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ views: number }>`
      select count(*) as views from views where ${inMonth(month)}`.execute(tx)
    const { views } = rows[0]! // count() always has a row
    if (views !== archived)
      throw new Error(`The archive of ${month.slice(0, 7)} should have ${archived} views, but has ${views}`)
    await tx.deleteFrom('dropped_view_months').where('month', '=', month).execute()
  })
}
