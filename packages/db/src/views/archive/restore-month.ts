import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { AppError, conflict } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { archivedMonths } from './archived-months.ts'

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
  const others = await archivedMonths(db)
  const known = others.length > 0 ? `Archived are: ${others.join(', ')}` : 'No month is archived'
  return new AppError('NOT_FOUND', `The views of ${month.slice(0, 7)} are not archived. ${known}`)
}

async function requireDropped(db: Db, month: string) {
  const dropped = await db
    .selectFrom('dropped_view_months')
    .where('month', '=', month)
    .select('month')
    .executeTakeFirst()
  if (!dropped) throw conflict(`The views of ${month.slice(0, 7)} were not dropped`)
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
      select count(*) as views from views
      where day >= ${month} and day < (${month}::date + interval '1 month')::date`.execute(tx)
    const { views } = rows[0]! // count() always has a row
    if (views !== archived)
      throw new Error(`The archive of ${month.slice(0, 7)} should have ${archived} views, but has ${views}`)
    await tx.deleteFrom('dropped_view_months').where('month', '=', month).execute()
  })
}
