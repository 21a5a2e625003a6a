import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import { to } from 'pg-copy-streams'
import { type ArchiveWriter, hashing, type Progress } from './archive.ts'
import { type ArchivedTable, type Manifest, tableFile } from './manifest.ts'

/** Tables of the schema `public` that are in no backup, each with the reason. A new table is in every backup. */
export const LEFT_OUT: Record<string, string> = {
  sessions: 'whoever restores a site signs in again; an old backup must not revive a session that was ended',
  rate_limits: 'counters of minutes',
  spent_attempts: 'attempts of a few minutes',
  workers: 'processes of this moment',
  job_runs: 'of the queue, which is not restored',
  image_copies: 'of the queue; deleted after a day',
  backups: 'of files beside the backup, which a restored site may not have',
  exports: 'of files that are in no backup, and gone after a day',
  renditions: 'files that are rendered again on the next request',
  quarantined_objects: 'files that are in no backup',
  secrets: 'in the archive as an encrypted file',
  kysely_migration: 'written by the migrations',
  kysely_migration_lock: 'written by the migrations',
  migrated_functions: 'written by the migrations',
  migrated_levels: 'written by the migrations',
}

/** The tables that no copy of a database takes along: the migrations write them, and the queue and its workers begin anew. */
export const LEFT_OUT_OF_UPGRADES: readonly string[] = [
  'workers',
  'job_runs',
  'kysely_migration',
  'kysely_migration_lock',
  'migrated_functions',
  'migrated_levels',
]

/** The rows of `stored_objects` that belong to those of `renditions`, and are left out with them. */
const OF_RENDITIONS = 'exists (select from renditions where filename = stored_objects.key)'

interface Table {
  name: string
  columns: string[]
  /** SQL that sorts the rows: by the primary key, otherwise by all columns. */
  order: string
  /** A condition in SQL for the rows that are left out. */
  without?: string | undefined
}

/** The tables of the schema `public` that a backup has, in the order of their names. @param leftOut names of the others */
export async function listTables(
  client: Client,
  leftOut: readonly string[] = Object.keys(LEFT_OUT),
): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name, array_agg(attname::text order by attnum) as columns,
       string_agg(
         quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end, ', ' order by position, attnum
       ) filter (where position is not null or indkey is null) as order
     from pg_class
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     left join pg_index on indrelid = pg_class.oid and indisprimary
     left join lateral array_position(indkey::smallint[], attnum) position on true
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> all($1)
     group by pg_class.oid order by relname collate "C"`,
    [leftOut],
  )
  const without = leftOut.includes('renditions') ? OF_RENDITIONS : undefined
  return rows.map((table) => (table.name === 'stored_objects' ? { ...table, without } : table))
}

/** Archives tables, one after the other. @param leftOut as in {@link listTables} */
export async function writeTables(
  client: Client,
  archive: ArchiveWriter,
  onProgress: (progress: Progress) => void,
  leftOut?: readonly string[],
): Promise<ArchivedTable[]> {
  const tables = await listTables(client, leftOut)
  const archived: ArchivedTable[] = []
  for (const table of tables) {
    const { name, columns } = table
    const content = copyRows(client, table)
    const compressed = createZstdCompress()
    // Errors of either side end both.
    await Promise.all([pipeline(content.chunks, compressed), archive.add(tableFile(name), compressed)])
    archived.push({ name, columns, ...content.result() })
    onProgress({ done: archived.length, total: tables.length })
  }
  return archived
}

/**
 * Reads a table as the text of COPY, in the same order and format in every Postgres. After the last chunk, `result` has the number
 * of rows and the hash of the text.
 */
export function copyRows(client: Client, { name, columns, order, without }: Table) {
  const where = without ? ` where not ${without}` : ''
  const rows = `select ${list(client, columns)} from ${client.escapeIdentifier(name)}${where} order by ${order}`
  const stream = client.query(to(`copy (${rows}) to stdout`))
  const { chunks, result } = hashing(stream as AsyncIterable<Buffer>)
  return { chunks, result: () => ({ rows: stream.rowCount, sha256: result().sha256 }) }
}

/** The statement that takes what {@link copyRows} reads. */
export const copyIn = (client: Client, { name, columns }: ArchivedTable): string =>
  `copy ${client.escapeIdentifier(name)} (${list(client, columns)}) from stdin`

const list = (client: Client, columns: string[]) =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ')

type Facts = Pick<Manifest, 'level' | 'created_at' | 'installation' | 'sequences' | 'view_months'>

/** What a restore needs besides rows. */
export async function readFacts(client: Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `select (select max(name) from kysely_migration) as level,
       to_char(transaction_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
       (select id::text from installation) as installation,
       (select coalesce(jsonb_object_agg(sequencename, last_value), '{}')
        from pg_sequences where schemaname = 'public' and last_value is not null) as sequences,
       array(
         select relname::text from pg_inherits join pg_class on pg_class.oid = inhrelid
         where inhparent = 'views'::regclass and relname ~ '^\\d{4}_\\d{2}$' order by relname
       ) as view_months`,
  )
  return rows[0]! // a select without from has one row
}
