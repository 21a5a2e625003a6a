import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { verifyAudit } from '../audit/verify-chain.ts'
import { writeAudit } from '../audit/write.ts'
import { connect } from '../client.ts'
import { addJob } from '../jobs/jobs.ts'
import { migrate } from '../migrations/migrate.ts'
import { prepareViewMonths } from '../views/months.ts'
import { createPublishedArticle, recordViews } from '../views/testing.ts'
import { borrowEmbedded, startEmbedded } from './start-embedded.ts'

test('a database of an earlier version, in which the superuser owns everything, gets its roles and loses nothing', async () => {
  const directory = await temporaryDirectory()
  const { id, rows } = await startEarlier(directory)

  await using postgres = await startEmbedded(directory)
  await migrate(postgres.owner_url, postgres.url)

  expect(await ownedBySuperuser(postgres.superuser_url)).toEqual([])
  const { db, close } = connect(postgres.url)
  expect(await contents(db)).toEqual(rows)
  await recordViews(db, [{ article_id: id, visitor: 2 }])
  await prepareViewMonths(db)
  await addJob(db, 'worker-health', {})
  await writeAudit(db, line('user:2'))
  expect(await verifyAudit(db)).toMatchObject({ lines: 2, problem: null })
  await expect(sql`delete from audit_log`.execute(db)).rejects.toMatchObject({ code: '42501' })
  await close()
})

test('a short task creates the roles while an earlier version runs the site, and the site goes on', async () => {
  const directory = await temporaryDirectory()
  await startEarlier(directory)
  await using running = await startEmbedded(directory)
  await forgetRoles(running.superuser_url)

  await using borrowed = await borrowEmbedded(directory)
  await migrate(borrowed.owner_url, borrowed.url)

  for (const url of [borrowed.url, running.superuser_url]) {
    const { db, close } = connect(url)
    await writeAudit(db, line('user:3'))
    await close()
  }
})

const line = (target: string) => ({
  actor_id: null,
  action: 'login',
  target,
  ip_prefix: null,
  request_id: null,
  detail: {},
})

/** Fills a database like versions that had one role, and stops. @returns an article and all rows */
async function startEarlier(directory: string) {
  await using postgres = await startEmbedded(directory)
  await forgetRoles(postgres.superuser_url)
  await migrate(postgres.superuser_url)
  const { db, close } = connect(postgres.superuser_url)
  const { id } = await createPublishedArticle(db, 'The Lamp')
  await recordViews(db, [{ article_id: id, visitor: 1 }])
  await addJob(db, 'purge-expired', {})
  await writeAudit(db, line('user:1'))
  const rows = await contents(db)
  expect(await ownedBySuperuser(postgres.superuser_url)).toContain('table audit_log')
  await close()
  return { id, rows }
}

/** All rows of all tables except system tables. */
async function contents(db: ReturnType<typeof connect>['db']) {
  const { rows: tables } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'view_months', 'graphile_worker')
    order by 1`.execute(db)
  const rows: Record<string, unknown> = {}
  for (const { name } of tables)
    rows[name] = (await sql`select * from ${sql.raw(name)} as row order by row::text`.execute(db)).rows
  return rows
}

/** Removes all roles but the superuser. */
async function forgetRoles(superuser_url: string) {
  const { db, close } = connect(superuser_url, { max: 1 })
  const statements = [
    'alter database nightdesk owner to nightdesk',
    'reassign owned by nightdesk_owner to nightdesk',
    'drop owned by nightdesk_runtime, nightdesk_owner',
    'drop role nightdesk_runtime, nightdesk_owner',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await close()
}

/** The objects that belong to the superuser, except those of Postgres and of extensions. */
async function ownedBySuperuser(superuser_url: string): Promise<string[]> {
  const { db, close } = connect(superuser_url, { max: 1 })
  const { rows } = await sql<{ name: string }>`
    with own_schema as (
      select oid from pg_namespace where nspname in ('public', 'view_months', 'recount', 'graphile_worker')
    ), owned as (
      select 'pg_namespace'::regclass as class, oid, nspowner as owner, oid as namespace from pg_namespace
      union all select 'pg_class'::regclass, oid, relowner, relnamespace from pg_class
      union all select 'pg_type'::regclass, oid, typowner, typnamespace from pg_type
      union all select 'pg_proc'::regclass, oid, proowner, pronamespace from pg_proc
      union all select 'pg_ts_config'::regclass, oid, cfgowner, cfgnamespace from pg_ts_config
      union all select 'pg_ts_dict'::regclass, oid, dictowner, dictnamespace from pg_ts_dict
    )
    select pg_describe_object(class, oid, 0) as name from owned
    where owner = 'nightdesk'::regrole and namespace in (select oid from own_schema) and not exists (
      with recursive above as (
        select refclassid, refobjid, deptype from pg_depend where classid = class and objid = oid
        union
        select depend.refclassid, depend.refobjid, depend.deptype
        from above join pg_depend depend on (classid, objid) = (above.refclassid, above.refobjid)
      ) select from above where deptype = 'e'
    )`.execute(db)
  await close()
  return rows.map(({ name }) => name)
}

async function temporaryDirectory() {
  const root = await mkdtemp(join(tmpdir(), 'nightdesk-roles-'))
  // Postgres may run as nobody, who needs access to the parent directory.
  await chmod(root, 0o755)
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return join(root, 'postgres')
}
