export const DATABASE = 'nightdesk'

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

/** Only once, as no transaction may write where a cluster of an earlier release is read. */
const GIVE_TO_OWNER = `
do $$
begin
  if exists (select from pg_database where datname = '${DATABASE}' and datdba <> '${OWNER}'::regrole) then
    alter database ${DATABASE} owner to ${OWNER};
  end if;
end
$$`

/** Creates the roles of a new database, and gives it to its owner. @param url of the superuser */
export async function createRoles(url: string): Promise<void> {
  // Imported here: while Postgres starts, its caller loads the same module for itself.
  const { default: pg } = await import('pg')
  const client = new pg.Client(url)
  // The connection may be ended by the server after the answer.
  client.on('error', () => {})
  await client.connect()
  await client.query(`${CREATE_ROLES}; ${GIVE_TO_OWNER}`).finally(() => client.end())
}

/** For a connection that speaks the replication protocol. @param url of the runtime role of an embedded Postgres */
export const replicationUrl = (url: string): string =>
  `${url.replace(`//${RUNTIME}@`, `//${REPLICATION}@`)}&replication=database`
