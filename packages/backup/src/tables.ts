import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import { to } from 'pg-copy-streams'
import type { ArchiveWriter } from './archive.ts'
import { type ArchivedTable, type Manifest, tableFile } from './manifest.ts'
import type { Secrets } from './secrets.ts'

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
export const LEFT_OUT_OF_MOVES: readonly string[] = [
  'workers',
  'job_runs',
  'kysely_migration',
  'kysely_migration_lock',
  'migrated_functions',
  'migrated_levels',
]

/** The rows of a table that belong to another one, and are left out with that. */
const DEPENDENT_ROWS: Record<string, { on: string; where: string }> = {
  stored_objects: {
    on: 'renditions',
    where: 'exists (select from renditions where filename = stored_objects.key)',
  },
}

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
  return rows.map((table) => ({ ...table, without: leftOutRows(table, leftOut) }))
}

function leftOutRows({ name }: Table, leftOut: readonly string[]): string | undefined {
  const dependent = DEPENDENT_ROWS[name]
  return dependent && leftOut.includes(dependent.on) ? dependent.where : undefined
}

/** Copies the rows out, in the same order and format in every Postgres. */
const copyOut = (client: Client, { name, columns, order, without }: Table): string =>
  `copy (select ${list(client, columns)} from ${client.escapeIdentifier(name)}${
    without ? ` where not ${without}` : ''
  } order by ${order}) to stdout`

export const copyIn = (client: Client, { name, columns }: Pick<Table, 'name' | 'columns'>): string =>
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

export interface StoredRow {
  key: string
  /** The size that the row says. */
  bytes: number
}

/** The objects of the snapshot, without files that are rendered again when they are needed. */
export async function readStoredObjects(client: Client): Promise<StoredRow[]> {
  const { rows } = await client.query<StoredRow>(
    `select key, bytes::float8 as bytes from stored_objects
     where not exists (select from renditions where filename = key) order by key collate "C"`,
  )
  return rows
}

/** The keys that all servers share, in base64. */
export async function readSecrets(client: Client): Promise<Secrets> {
  const { rows } = await client.query<{ name: string; value: Buffer }>('select name, value from secrets')
  return Object.fromEntries(rows.map(({ name, value }) => [name, value.toString('base64')]))
}

/** Null before the first start of a server, and in a database of before, which may be backed up before it is migrated. */
export async function readSigningKeyFingerprint(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ fingerprint: string | null }>(
    `select to_jsonb(installation) ->> 'signing_key_fingerprint' as fingerprint from installation`,
  )
  return rows[0]?.fingerprint ?? null
}

/** Archives tables, one after the other. @param tables by default those of a backup */
export async function writeTables(
  client: Client,
  archive: ArchiveWriter,
  onProgress: (progress: { done: number; total: number }) => void,
  tables?: Table[],
): Promise<ArchivedTable[]> {
  const all = tables ?? (await listTables(client))
  const archived: ArchivedTable[] = []
  for (const table of all) {
    archived.push(await writeTable(client, archive, table))
    onProgress({ done: archived.length, total: all.length })
  }
  return archived
}

async function writeTable(client: Client, archive: ArchiveWriter, table: Table): Promise<ArchivedTable> {
  const content = copyRows(client, table)
  const compressed = createZstdCompress()
  // Errors of either side end both.
  await Promise.all([pipeline(content.chunks, compressed), archive.add(tableFile(table.name), compressed)])
  return { name: table.name, columns: table.columns, ...content.result() }
}

/** Reads a table as the text of COPY. After the last chunk, `result` has the number of rows and the hash of the text. */
export function copyRows(client: Client, table: Table) {
  const stream = client.query(to(copyOut(client, table)))
  const hash = createHash('sha256')
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
  }
  return {
    chunks: chunks(),
    result: () => ({ rows: stream.rowCount, sha256: hash.digest('hex') }),
  }
}
