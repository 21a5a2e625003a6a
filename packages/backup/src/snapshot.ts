import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import { to } from 'pg-copy-streams'
import type { ArchiveWriter } from './archive/write-archive.ts'
import { type ArchivedTable, type Manifest, tableFile } from './manifest.ts'
import type { Secrets } from './secrets.ts'
import { copyOut, listTables, type Table } from './tables.ts'

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
