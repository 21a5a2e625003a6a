import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

/** Some of the raw views of a month, in the order of their days. */
export interface ViewFile {
  /** 1, 2, 3 … */
  number: number
  views: number
  /** A row of `views` as JSON in each line, compressed by gzip. */
  bytes: Buffer
}

/** About 4 MB: a file is in memory as a whole. */
const VIEWS_PER_FILE = 100_000
const VIEWS_PER_READ = 1_000

/** The raw views of a month as files, one at a time. `month` is its first day. */
export async function* viewFiles(db: Db, month: string, size = VIEWS_PER_FILE): AsyncGenerator<ViewFile> {
  const last = { day: month, id: 0 }
  for (let number = 1; ; number++) {
    let views = 0
    const lines = async function* () {
      while (views < size) {
        const rows = await readAfter(db, month, last, Math.min(VIEWS_PER_READ, size - views))
        const newest = rows.at(-1)
        if (!newest) return
        views += rows.length
        Object.assign(last, { day: newest.day, id: newest.id })
        yield rows.map(({ line }) => `${line}\n`).join('')
      }
    }
    const bytes = await pipeline(lines, createGzip(), buffer)
    if (views === 0) return
    yield { number, views, bytes }
  }
}

async function readAfter(db: Db, month: string, last: { day: string; id: number }, limit: number) {
  const { rows } = await sql<{ day: string; id: number; line: string }>`
    select day, id, row_to_json(views)::text as line from views
    where day >= ${last.day} and day < (${month}::date + interval '1 month')::date
      and (day, id) > (${last.day}::date, ${last.id}::bigint)
    order by day, id limit ${limit}`.execute(db)
  return rows
}
