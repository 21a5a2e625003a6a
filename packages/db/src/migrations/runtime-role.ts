import { sql } from 'kysely'
import { connect, type Db, type DbOrTx, LIMITS } from '../client.ts'

/** The only columns that a program writes; the database sets id and time of a line. */
const LINE = sql.raw('actor_id, action, target, ip_prefix, request_id, detail')

/**
 * Sets the exact privileges of the runtime role: all rows may be read, added, changed and deleted, except that the audit log
 * may only be read and appended to, and its chain, the recounts and the lists of migrations only read. Nothing is written
 * where the privileges are right, or where the role owns the tables.
 * @param url of the runtime role
 * @throws when the tables do not belong to the role of `db`
 */
export async function grantToRuntime(db: Db, url: string): Promise<void> {
  const role = await roleAt(url)
  if (role === (await currentRole(db))) return
  await db.transaction().execute(async (tx) => {
    await requireOwner(tx)
    // Two concurrent grants on the same table would fail.
    await sql`select pg_advisory_xact_lock(hashtext('nightdesk grants'))`.execute(tx)
    const { rows } = await sql<{ statement: string }>`
      with own_schema as (
        select oid, nspname from pg_namespace where nspname in ('public', 'view_months', 'recount', 'graphile_worker')
      ), relation as (
        select pg_class.oid, relname, relrowsecurity,
          case relkind when 'S' then 'sequence ' else 'table ' end || pg_class.oid::regclass as name,
          case
            when relkind = 'S' then array['USAGE']
            when nspname in ('view_months', 'recount') or relname ~ '^(audit|kysely|migrated)_' then array['SELECT']
            else array['DELETE', 'INSERT', 'SELECT', 'UPDATE']
          end as wanted,
          array(select privilege_type from aclexplode(relacl) where grantee = ${role}::regrole order by 1) as held,
          exists (
            select from pg_attribute, aclexplode(attacl)
            where attrelid = pg_class.oid and grantee = ${role}::regrole
              and (relname, privilege_type) <> ('audit_log', 'INSERT')
          ) as holds_columns
        from pg_class join own_schema on own_schema.oid = relnamespace
        where relkind in ('r', 'p', 'v', 'S') and relowner = current_user::regrole
      )
      select format('grant usage on schema %I to %I', nspname, ${role}::text) as statement from own_schema
      where not has_schema_privilege(${role}, oid, 'usage')
      union all
      select format('revoke all on %1$s from %3$I; grant %2$s on %1$s to %3$I', name, array_to_string(wanted, ', '), ${role}::text)
        || case relname when 'audit_log' then format('; grant insert (${LINE}) on audit_log to %I', ${role}::text) else '' end
      from relation
      where wanted <> held or holds_columns
        or relname = 'audit_log' and not has_column_privilege(${role}, oid, 'action', 'insert')
      union all
      select format('grant execute on function %s to %I', pg_proc.oid::regprocedure, ${role}::text)
      from pg_proc join own_schema on own_schema.oid = pronamespace
      where proowner = current_user::regrole and not has_function_privilege(${role}, pg_proc.oid, 'execute')
      union all
      -- graphile-worker enables row-level security, so that only the owner sees rows. This policy lets the grants decide.
      select format('create policy granted on %s using (true)', oid::regclass) from relation
      where relrowsecurity and not exists (select from pg_policy where polrelid = relation.oid)`.execute(tx)
    for (const { statement } of rows) await sql.raw(statement).execute(tx)
  })
}

async function requireOwner(db: DbOrTx): Promise<void> {
  const { rows } = await sql<{ owner: string }>`
    select relowner::regrole::text as owner from pg_class
    where oid = 'audit_log'::regclass and relowner <> current_user::regrole`.execute(db)
  for (const { owner } of rows)
    throw new Error(
      `The tables belong to the role ${owner}: MIGRATION_DATABASE_URL has to connect as that one`,
    )
}

async function roleAt(url: string): Promise<string> {
  await using connection = connect(url, { max: 1 })
  return await currentRole(connection.db)
}

async function currentRole(db: DbOrTx): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
  return rows[0]!.role // a select without from has one row
}

/**
 * Whether this role could change the audit log: it is or may become its owner, has a privilege to change it, or may create
 * functions in its schema that the owner would run.
 */
export async function mayChangeAuditLog(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_has_role(relowner, 'member') or has_table_privilege(oid, 'delete, truncate, trigger')
      or has_any_column_privilege(oid, 'update') or has_schema_privilege(relnamespace, 'create') as may
    from pg_class where oid = 'audit_log'::regclass`.execute(db)
  return rows[0]!.may // the table is there
}

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
      from json_each_text(${JSON.stringify({ ...LIMITS, TimeZone: 'UTC' })}::json)
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
    select name from pg_settings
    where name = any (${Object.keys(LIMITS)}) and setting = '0' order by name`.execute(db)
  return rows.map(({ name }) => name)
}
