import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { hasLevel, migrate, migrateToLevel } from '@nightdesk/db'
import type { EmbeddedPostgres } from '@nightdesk/db/embedded'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { type Archive, ofNewerVersion, type Progress } from '../archive.ts'
import { openClient } from '../database.ts'
import {
  ArchiveDamaged,
  type ArchivedTable,
  type Manifest,
  objectKeys,
  RestoreRefused,
  tableFile,
} from '../manifest.ts'
import { type Key, openSecrets, type Secrets } from '../secrets.ts'
import { copyIn, copyRows, listTables } from '../tables.ts'

/** Without a pooler. */
export type TargetDatabase = Pick<EmbeddedPostgres, 'url' | 'owner_url'>

/** An archive with what a restore needs of it. */
export interface RestoreInput {
  archive: Archive
  /** Null when it has none that can be opened: the new ones of the migrations stay. */
  secrets: Secrets | null
  /** Called after each table and each object. */
  step: () => void
}

/**
 * Reads every byte of an archive before it is restored.
 * @param key opens the secrets; null leaves them
 * @param onProgress is told of files that are read, and of tables and objects that are used
 * @throws RestoreRefused when it is of a newer version or the key is wrong, or ArchiveDamaged
 */
export async function checkArchive(
  archive: Archive,
  key: Key | null,
  onProgress: (progress: Progress) => void = () => {},
): Promise<RestoreInput> {
  await requireKnownLevel(archive.manifest)
  const { files, tables } = archive.manifest
  const total = files.length + 1 + tables.length + objectKeys(archive.manifest).length
  let done = 0
  const step = () => onProgress({ done: ++done, total })
  await archive.check(step)
  return { archive, secrets: await openSecrets(archive, key), step }
}

/** @throws RestoreRefused when the database of the archive is at a level that this version does not have */
export async function requireKnownLevel(manifest: Manifest): Promise<void> {
  if (await hasLevel(manifest.level)) return
  throw manifest.level < '01' ? new RestoreRefused(OLDER) : ofNewerVersion(manifest)
}

const OLDER =
  'The backup is of a version before 0.1. Restore it with 0.1, in an empty directory, and make a new one there'

/**
 * Loads the tables of an archive into an empty database: at the level of the archive, in one transaction, each table read
 * back and compared. Then migrates it to the newest schema. After a failure, the database is empty or has all rows.
 */
export async function loadDatabase(
  { archive, secrets, step }: RestoreInput,
  { url, owner_url }: TargetDatabase,
): Promise<void> {
  const { manifest } = archive
  await migrateToLevel(owner_url, manifest.level)
  await using client = await openClient(owner_url)
  await client.query('begin')
  // A site that starts now waits in its migration.
  await client.query(`select pg_advisory_xact_lock(hashtext('nightdesk migrations'))`)
  await emptyTables(client, manifest)
  // What triggers write is in the archive.
  const triggered = await tablesWithTriggers(client)
  for (const table of triggered) await client.query(`alter table ${table} disable trigger user`)
  for (const table of await inOrderOfReferences(client, manifest.tables)) {
    await loadTable(client, archive, table)
    step()
  }
  await client.query('set constraints all immediate')
  for (const table of triggered) await client.query(`alter table ${table} enable trigger user`)
  await compareTables(client, manifest)
  await setSequences(client, manifest)
  if (secrets) await writeSecrets(client, secrets)
  await endImports(client)
  await client.query('commit')
  await migrate(owner_url, url)
  await queueLostJobs(client)
}

/** Also adds the months of raw views. */
async function emptyTables(client: Client, { tables, view_months }: Manifest): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name))
  // Migrations write a few rows.
  await client.query(`truncate ${names.join(', ')} cascade`)
  for (const month of view_months) await addMonth(client, month)
}

/** @param month as `2026_11` */
async function addMonth(client: Client, month: string): Promise<void> {
  const first_day = `${month.replace('_', '-')}-01`
  const { rows } = await client.query<{ statement: string }>(
    `select format('create table if not exists view_months.%I partition of views for values from (%L) to (%L)',
       $1::text, $2::date, ($2::date + interval '1 month')::date) as statement`,
    [month, first_day],
  )
  for (const { statement } of rows) await client.query(statement)
}

/** A database that was migrated before has triggers already. */
async function tablesWithTriggers(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = 'public'::regnamespace and not tgisinternal`,
  )
  return rows.map(({ name }) => name)
}

/** Tables before those that refer to them, except by deferred constraints. */
async function inOrderOfReferences(client: Client, tables: ArchivedTable[]): Promise<ArchivedTable[]> {
  const { rows } = await client.query<{ table: string; target: string }>(
    `select conrelid::regclass::text as table, confrelid::regclass::text as target from pg_constraint
     where contype = 'f' and not condeferrable and conrelid <> confrelid`,
  )
  const ordered = new Set<ArchivedTable>()
  const add = (table: ArchivedTable) => {
    if (ordered.has(table)) return
    for (const { target } of rows.filter((row) => row.table === table.name)) {
      const referred = tables.find(({ name }) => name === target)
      if (referred) add(referred)
    }
    ordered.add(table)
  }
  for (const table of tables) add(table)
  return [...ordered]
}

async function loadTable(client: Client, archive: Archive, table: ArchivedTable): Promise<void> {
  const target = client.query(from(copyIn(client, table)))
  await pipeline(archive.read(tableFile(table.name)), createZstdDecompress(), target)
  if (target.rowCount !== table.rows)
    throw new ArchiveDamaged(`The table ${table.name} has ${target.rowCount} rows, not ${table.rows}`)
}

/** Reads every table as a backup would, which must give the same text. */
async function compareTables(client: Client, manifest: Manifest): Promise<void> {
  const loaded = new Map((await listTables(client, [])).map((table) => [table.name, table]))
  for (const { name, columns, rows, sha256 } of manifest.tables) {
    const table = loaded.get(name)
    if (!table) throw new Error(`The table ${name} cannot be read back`)
    const copy = copyRows(client, { ...table, columns })
    for await (const _ of copy.chunks);
    const result = copy.result()
    if (result.rows !== rows || result.sha256 !== sha256)
      throw new Error(`The rows of ${name} do not equal those of the backup`)
  }
}

/** Identities and sequences go on after the last number that the site gave out. */
async function setSequences(client: Client, { sequences }: Manifest): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2)', [client.escapeIdentifier(name), last])
}

/** The migrations made some of the rows, and the first start of a server makes the others. `jwt` is a file. */
async function writeSecrets(client: Client, { jwt: _, ...secrets }: Secrets): Promise<void> {
  for (const [name, value] of Object.entries(secrets))
    await client.query(
      'insert into secrets (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [name, Buffer.from(value, 'base64')],
    )
}

/**
 * Neither the queue nor uploaded exports are in a backup, so that an import that was under way cannot go on. What came in stays, and
 * can be undone. One that the command line began goes on there.
 */
async function endImports(client: Client): Promise<void> {
  const failure = `'The site was restored or moved meanwhile. Upload the file again.'`
  await client.query(`
    update import_items set state = 'failed', failure = ${failure}
    where state = 'planned' and import_id in (select id from imports where state = 'running' and upload is not null)`)
  await client.query(`
    update imports set upload = null, finished_at = case when state <> 'reading' then now() end,
      state = case when state = 'reading' then 'failed' else 'done' end,
      failure = case when state = 'reading' then ${failure} end
    where state = 'undoing' or (state in ('reading', 'running') and upload is not null)`)
}

/**
 * The queue is in no backup. Schedules and links are found again by themselves; smaller copies of pictures are not. The job
 * makes those that are missing.
 */
const queueLostJobs = (client: Client) =>
  client.query(
    `select graphile_worker.add_job('make-variants', json_build_object('image_id', id), max_attempts => 8, priority => 1)
     from images
     where created_at > (select max(created_at) - interval '1 day' from images)
       or not exists (select from image_variants where image_id = images.id)`,
  )
