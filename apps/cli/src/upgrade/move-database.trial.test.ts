import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { explain } from '@nightdesk/config'
import { connect, installationMark } from '@nightdesk/db'
import { borrowEmbedded } from '@nightdesk/db/embedded'
import { openDisk, readOwner } from '@nightdesk/storage'
import { sql } from 'kysely'
import { afterAll, expect, type TestContext, test } from 'vitest'
import { supervised } from '../supervisor/testing.ts'
import { MAIN, nightdesk } from '../testing.ts'
import { makeEarlierSite } from './testing.ts'

const { start } = await supervised()
const earlier = await makeEarlierSite().catch((error: unknown) => explain(error))

afterAll(() => (typeof earlier === 'string' ? undefined : earlier.remove()))

/** Longer than for other tests, as four clusters are made on a machine that may be busy. */
/** Milliseconds. */
const START_LIMIT = 90_000

async function earlierSite({ skip }: TestContext) {
  // Without a network.
  if (typeof earlier === 'string') return skip(earlier)
  return { DATA_DIR: await earlier.copy(), DATABASE_URL: '' }
}

test('a start moves a database of Postgres 17, also after kills: nobody is signed out, and the old one stays', async (context) => {
  const env = await earlierSite(context)
  const { DATA_DIR } = env
  for (const file of ['restore/dump.tar', 'restore/postgres/cluster'])
    await upgradeUntil(env, () => existsSync(join(DATA_DIR, file)))
  expect(await majorIn(DATA_DIR)).toBe('17\n')

  // The server of this test does not answer as it should.
  const { output } = await start(['server'], env)

  await expect.poll(output, { timeout: START_LIMIT }).toContain('Nightdesk is ready')
  expect(await majorIn(DATA_DIR)).toBe('18\n')
  const [before = ''] = (await readdir(DATA_DIR)).filter((name) => name.startsWith('before-'))
  expect(before).toMatch(/^before-postgres-18-\d{4}-\d{2}-\d{2}T\d{6}Z$/)
  expect(await majorIn(join(DATA_DIR, before))).toBe('17\n')
  const wayBack = `To go back to it, stop Nightdesk, run \`rm -r "${DATA_DIR}/postgres" && mv "${DATA_DIR}/${before}/postgres" "${DATA_DIR}/"\`, and start the release before.`
  expect(output()).toContain(
    `The database was moved from Postgres 17 to 18; ${DATA_DIR}/${before} has the one of before. ${wayBack}\n`,
  )
  await expect.poll(output).toContain(`not 401.\n${wayBack}\n`)
  expect(await found(DATA_DIR)).toEqual({
    sessions: 1,
    backups: 1,
    jobs: [{ task_identifier: 'purge-cdn', key: 'purge' }],
    owns_files: true,
  })
  expect(await readdir(DATA_DIR)).not.toContain('restore')
  expect(await readdir(DATA_DIR)).not.toContain('earlier-postgres')
})

test('without a network or without room, the sentence says what to do, and nothing has changed', async (context) => {
  const env = await earlierSite(context)
  const { DATA_DIR } = env
  const offline = {
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_cache: join(DATA_DIR, 'cache'),
  }

  const withoutNetwork = await nightdesk(['upgrade'], { ...env, ...offline })
  await fillDisk(DATA_DIR)
  const check = await nightdesk(['upgrade', '--check'], env)
  const withoutRoom = await nightdesk(['upgrade'], env)

  expect(withoutNetwork.stderr).toMatch(
    /could not be downloaded\. Connect this machine to the npm registry and start again; nothing has changed\. .*ECONNREFUSED/,
  )
  expect(check.stdout).toMatch(
    /^✗ The disk has room for the upgrade: The move takes .* TB in .*\n {4}Delete what/,
  )
  expect(check.stdout).toContain('The database is of Postgres 17. The upgrade moves it to Postgres 18')
  expect(withoutRoom.stderr).toMatch(
    / that takes [\d.]+ TB in .* are free\. Delete what .*; nothing has changed\n$/,
  )
  expect([withoutNetwork.code, check.code, withoutRoom.code]).toEqual([1, 1, 1])
  expect(await majorIn(DATA_DIR)).toBe('17\n')
})

test.skipIf(process.getuid?.() !== 0)(
  'root moves the database as the account of the site, which cannot use the cache that npm has for root',
  async (context) => {
    const env = await earlierSite(context)
    const files = await readdir(env.DATA_DIR, { recursive: true })
    for (const path of ['', ...files]) await chown(join(env.DATA_DIR, path), 1000, 1000)

    const { stdout, stderr } = await nightdesk(['upgrade'], { ...env, HOME: '/root' })

    expect(stdout, stderr).toContain('The database was moved from Postgres 17 to 18')
  },
)

/** Kills `nightdesk upgrade` as soon as a condition holds. */
async function upgradeUntil(env: Record<string, string>, holds: () => boolean): Promise<void> {
  const child = spawn(process.execPath, [MAIN, 'upgrade'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  while (!holds() && child.exitCode === null) await sleep(5)
  child.kill('SIGKILL')
  await exited
}

const majorIn = (directory: string) => readFile(join(directory, 'postgres', 'cluster', 'PG_VERSION'), 'utf8')

/** A sparse file, as large as no disk. */
async function fillDisk(data_dir: string): Promise<void> {
  const path = join(data_dir, 'postgres', 'cluster', 'base', 'large')
  await writeFile(path, '')
  await truncate(path, 2 ** 43)
}

/** What a backup does not have. */
async function found(DATA_DIR: string) {
  await using postgres = await borrowEmbedded(join(DATA_DIR, 'postgres'))
  const { db, close } = connect(postgres.owner_url)
  try {
    const { rows } = await sql<{ sessions: number; backups: number }>`
      select (select count(*)::integer from sessions) as sessions, (select count(*)::integer from backups) as backups`.execute(
      db,
    )
    const jobs = await sql`select task_identifier, key from graphile_worker.jobs`.execute(db)
    const owner = await readOwner(await openDisk({ DATA_DIR }))
    return { ...rows[0], jobs: jobs.rows, owns_files: owner === (await installationMark(db)) }
  } finally {
    await close()
  }
}
