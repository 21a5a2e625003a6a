import { sql } from 'kysely'
import { connect, type DbOrTx, LIMITS } from '../client.ts'

/**
 * Sets the limits of a statement on the role, for its connections through a pooler: those cannot bring limits of their own.
 * A limit that the role has already is somebody's choice, and stays. Connections that are open keep the limits they have.
 * @param url of the role, without the pooler
 */
export async function limitRole(url: string): Promise<void> {
  await using connection = connect(url, { max: 1 })
  await connection.db.transaction().execute(async (tx) => {
    // Two concurrent changes of a role would fail.
    await sql`select pg_advisory_xact_lock(hashtext('nightdesk role limits'))`.execute(tx)
    const { rows } = await sql<{ statement: string }>`
      select format('alter role %I in database %I set %I = %L', current_user, current_database(), key, value) as statement
      from json_each_text(${JSON.stringify(LIMITS)}::json)
      where not exists (
        select from pg_db_role_setting, unnest(setconfig) as setting
        where setrole = current_user::regrole and starts_with(setting, key || '=')
          and setdatabase in (0, (select oid from pg_database where datname = current_database()))
      )`.execute(tx)
    for (const { statement } of rows) await sql.raw(statement).execute(tx)
  })
}

/** The limits that a connection lacks, by their names in Postgres. */
export async function missingLimits(db: DbOrTx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name = any (${Object.keys(LIMITS)}) and setting = '0' order by name`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
