import type { Client } from 'pg'

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

export interface Table {
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
export const copyOut = (client: Client, { name, columns, order, without }: Table): string =>
  `copy (select ${list(client, columns)} from ${client.escapeIdentifier(name)}${
    without ? ` where not ${without}` : ''
  } order by ${order}) to stdout`

export const copyIn = (client: Client, { name, columns }: Pick<Table, 'name' | 'columns'>): string =>
  `copy ${client.escapeIdentifier(name)} (${list(client, columns)}) from stdin`

const list = (client: Client, columns: string[]) =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ')
