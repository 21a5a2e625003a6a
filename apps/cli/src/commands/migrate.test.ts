import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@nightdesk/db/embedded'
import { asOwner, createDatabase, createTestDb } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { sharedNightdesk } from '../testing.ts'

const nightdesk = sharedNightdesk()

test('migrate brings the embedded database up to date, whether a site runs on it or not', async () => {
  const env = { DATA_DIR: await temporaryDirectory(), DATABASE_URL: '' }

  expect(await nightdesk(['migrate'], env)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Applied 0101_accounts, .*\.\n$/),
  })
  await using _running = await startEmbedded(join(env.DATA_DIR, 'postgres'))
  expect(await nightdesk(['migrate'], env)).toMatchObject({
    code: 0,
    stdout: 'The database is up to date.\n',
  })
}, 60_000)

test('a command on an empty database says what to do first', async () => {
  const { url, drop } = await createDatabase()
  onTestFinished(drop)

  expect(await nightdesk(['user', 'list'], { DATABASE_URL: url })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The database is empty, or of an earlier version. Run `nightdesk upgrade` first.\n',
  })
})

test.each([
  ['table', sql`alter table passkeys rename to of_a_later_version`],
  ['column', sql`alter table users rename status to of_a_later_version`],
])(
  'a command on a database that lacks a %s does not call it empty, and names what makes a backup first',
  async (_what, rename) => {
    await using database = await createTestDb()
    await asOwner(database.owner_url, rename)

    const { code, stderr } = await nightdesk(['user', 'list'], { DATABASE_URL: database.url })

    expect(code).toBe(1)
    expect(stderr).toContain('or of an earlier version. Run `nightdesk upgrade` first.')
  },
)

test.each([[['migrate']], [['user', 'list']]])(
  'a database that cannot be reached is the reason that %j gives',
  async (args) => {
    const env = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }

    const { code, stderr } = await nightdesk(args, env)

    expect(code).toBe(1)
    expect(stderr).toBe('The database cannot be used: connect ECONNREFUSED 127.0.0.1:1\n')
  },
)

async function temporaryDirectory() {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-migrate-'))
  // Postgres may run as the user nobody, who needs access.
  await chmod(directory, 0o755)
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return directory
}
