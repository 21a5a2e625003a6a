import { sql } from 'kysely'
import { connect, type Db, type DbOrTx } from '../client.ts'

/** The only columns of a line that are written; its number and its time are the database’s. */
const LINE = sql.raw('actor_id, action, target, ip_prefix, request_id, detail')

/**
 * Grants the role that runs what it may do, exactly: everywhere reading, adding, changing and deleting rows, but of the
 * audit log only reading and adding, and of its chain, of what is worked out, and of the list of migrations only reading.
 * Where all is as it should be, nothing is written.
 * @throws when the tables belong to another role than that of `db`
 */
export async function grantToRuntime(db: Db, role: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireOwner(tx)
    // Two grants on the same table at the same time would be an error.
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
      -- The queue lets nobody but its owner see a row; here, whoever was granted the table may.
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

/** The role that a connection string leads to. */
export async function roleAt(url: string): Promise<string> {
  const { db, close } = connect(url, { max: 1 })
  try {
    return await currentRole(db)
  } finally {
    await close()
  }
}

export async function currentRole(db: DbOrTx): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
  return rows[0]!.role // a select without from has one row
}

/**
 * Whether this role could change what stands in the audit log: it owns it or may become its owner, was granted to change
 * it, or may put a function of its own in the way of those that the owner runs.
 */
export async function mayChangeAuditLog(db: DbOrTx): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_has_role(relowner, 'member') or has_table_privilege(oid, 'delete, truncate, trigger')
      or has_any_column_privilege(oid, 'update') or has_schema_privilege(relnamespace, 'create') as may
    from pg_class where oid = 'audit_log'::regclass`.execute(db)
  return rows[0]!.may // the table is there
}
