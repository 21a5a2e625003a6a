/** Created with the cluster. Used only to create the other roles. */
export const SUPERUSER = 'nightdesk'
/** Owns all tables, and migrates. */
export const OWNER = 'nightdesk_owner'
/** The runtime role of the programs: reads and writes by grants, and owns nothing. */
export const RUNTIME = 'nightdesk_runtime'
/** May only copy the files of the cluster, for base backups. */
const REPLICATION = 'nightdesk_replication'

export const CREATE_ROLES = `
do $$
begin
  perform pg_advisory_xact_lock(hashtext('nightdesk roles'));
  if to_regrole('${OWNER}') is null then create role ${OWNER} login; end if;
  if to_regrole('${RUNTIME}') is null then create role ${RUNTIME} login; end if;
  if to_regrole('${REPLICATION}') is null then create role ${REPLICATION} login replication; end if;
end
$$`

/** Transfers the objects of the superuser to the owner. In a database of an earlier version it owns all of them. */
const HAND_OVER = `
do $$
declare
  change text;
begin
  if exists (select from pg_database where datname = current_database() and datdba = '${OWNER}'::regrole) then return; end if;
  execute format('alter database %I owner to ${OWNER}', current_database());
  for change in
    with own_schema as (
      select oid from pg_namespace
      where nspowner = current_user::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
      union select 'public'::regnamespace
    ), owned as (
      select 'pg_namespace'::regclass as class, oid, nspowner as owner, oid as namespace from pg_namespace
      union all
      select 'pg_class'::regclass, oid, relowner, relnamespace from pg_class where relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 'pg_type'::regclass, pg_type.oid, typowner, typnamespace from pg_type left join pg_class on pg_class.oid = typrelid
      where typtype in ('d', 'e', 'r') or relkind = 'c'
      union all
      select 'pg_proc'::regclass, oid, proowner, pronamespace from pg_proc
      union all
      select 'pg_ts_config'::regclass, oid, cfgowner, cfgnamespace from pg_ts_config
      union all
      select 'pg_ts_dict'::regclass, oid, dictowner, dictnamespace from pg_ts_dict
    )
    select format('alter %s %s owner to ${OWNER}', type, identity)
    from owned, pg_identify_object(class, oid, 0)
    where owner = current_user::regrole and namespace in (select oid from own_schema)
      -- Objects of an extension stay with the superuser; the sequence of a column follows its table.
      and not exists (
        select from pg_depend
        where classid = class and objid = owned.oid and (deptype = 'e' or deptype in ('a', 'i') and refobjsubid > 0)
      )
  loop
    execute change;
  end loop;
end
$$`

/**
 * Creates the roles of a database and transfers it to its owner, in one transaction. Does nothing where that was done.
 * @param url of the superuser
 */
export async function createRoles(url: string): Promise<void> {
  // Imported here: while Postgres starts, its caller loads the same module for itself.
  const { default: pg } = await import('pg')
  const client = new pg.Client(url)
  // The connection may be ended by the server after the answer.
  client.on('error', () => {})
  await client.connect()
  await client.query(`${CREATE_ROLES}; ${HAND_OVER}`).finally(() => client.end())
}

/** For a connection that speaks the replication protocol. @param url of the runtime role of an embedded Postgres */
export const replicationUrl = (url: string): string =>
  `${url.replace(`//${RUNTIME}@`, `//${REPLICATION}@`)}&replication=database`
