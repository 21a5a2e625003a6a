import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { borrowEmbedded } from '../packages/db/src/embedded/start.ts'
import { connect, verifyAudit } from '../packages/db/src/index.ts'
import { createDatabase } from '../packages/db/src/testing.ts'
import { missingPgBouncer } from '../packages/db/src/testing-pgbouncer.ts'
import { missingS3Server } from '../packages/storage/src/testing-s3.ts'
import { type Stack, startStack } from './stack.ts'
import { tortureClocks } from './torture/clocks.ts'
import { tortureHangs } from './torture/database-hang.ts'
import { tortureDatabase } from './torture/database-outage.ts'
import { tortureMachines } from './torture/machines.ts'
import { type Site, startSite } from './torture/outside.ts'
import { tortureShutdown } from './torture/shutdown.ts'
import { tortureStorage } from './torture/storage-outage.ts'
import { tourSite } from './torture/tour.ts'

// `npm run torture` does the same at full count.

test('everything works on the embedded database and the disk, and SIGTERM under load drops no request', async () => {
  await using stack = await startStack()

  expect(await tourSite({ output: stack.output(), url: stack.url })).toEqual([])
  await expect.poll(() => rolesOf(stack)).toEqual(['nightdesk_runtime'])
  const report = await tortureShutdown(stack, 1)

  expect(report.problems).toEqual([])
  expect(report.answered).toBeGreaterThan(50)
})

test('a server whose clock is an hour ahead uses the time of the database for views, sessions and jobs, and reports its clock', async () => {
  const report = await tortureClocks([{ program: 'server', hours: 1 }])

  expect(report.problems).toEqual([])
})

/** The roles connected to the embedded database of a site. The connection of an earlier call may still be closing. */
async function rolesOf({ directory }: Stack): Promise<string[]> {
  await using postgres = await borrowEmbedded(join(directory, 'postgres'))
  const { pool, close } = connect(postgres.superuser_url)
  const { rows } = await pool.query<{ role: string }>(`
    select distinct usename::text as role from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`)
  await close()
  return rows.map(({ role }) => role)
}

test('a whole site runs on an external database with separate roles for migrations and programs', async () => {
  const { url, owner_url, drop } = await createDatabase()
  onTestFinished(drop)
  const env = { DATABASE_URL: url, MIGRATION_DATABASE_URL: owner_url }
  await using stack = await startStack({ env })

  expect(await tourSite({ output: stack.output(), url: stack.url })).toEqual([])

  const { db, close } = connect(url)
  const whole = await verifyAudit(db)
  await close()
  expect(whole).toMatchObject({ problem: null, end: expect.any(String) })
})

const missing = await missingS3Server()
const noPooler = missingPgBouncer()

const machines = `two machines with one Postgres and one bucket${noPooler ? '' : ', one of them behind PgBouncer'}`

describe.skipIf(missing)(missing ?? `on ${machines}`, () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite(2, noPooler ? 0 : 1)
  })
  afterAll(() => site?.[Symbol.asyncDispose]())

  test('everything works, one shows changes of the other, and each job runs once', async () => {
    const report = await tortureMachines(site, 6)

    expect(report.problems).toEqual([])
    expect(report.jobs).toBeGreaterThanOrEqual(6)
  })

  test('requests are refused while Postgres restarts under load, and no process exits', async () => {
    const report = await tortureDatabase(site, 1)

    expect(report.problems).toEqual([])
    expect(report.refused).toBeGreaterThan(0)
  })

  test('every adapter reports a hanging Postgres as unavailable, and uses it again without a restart', async () => {
    const report = await tortureHangs(site, 1)

    expect(report.problems).toEqual([])
    expect(report.refused).toBeGreaterThan(0)
  })

  test('without its bucket a site serves text, reports the outage, and needs no restart afterwards', async () => {
    const report = await tortureStorage(site, 1)

    expect(report.problems).toEqual([])
  })
})
