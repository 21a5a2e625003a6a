import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestDb } from '@nightdesk/db/testing'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { afterAll, expect, test } from 'vitest'
import { sharedNightdesk } from '../testing.ts'

const nightdesk = sharedNightdesk()
const database = await createTestDb()
afterAll(database.close)

/** A site at an https address, whose worker does not run. */
const site = async () => ({
  DATA_DIR: await temporaryDirectory(),
  DATABASE_URL: database.url,
  SITE_URL: 'https://example.org',
})

test('doctor says what is wrong and what to do about it, and exits with 1', async () => {
  const { code, stdout } = await nightdesk(['doctor'], await site())

  expect(stdout).toContain('✓ Readers reach the site by TLS: It is at https://example.org.\n')
  expect(stdout).toContain(
    '✗ A worker process is running: None.\n    Start one, or look at why it ended in its log.\n',
  )
  expect(stdout).toMatch(/\n22 checks\. \d things are wrong\.\n$/)
  expect(code).toBe(1)
})

test('doctor --json prints the same for scripts', async () => {
  const { stdout } = await nightdesk(['doctor', '--json'], await site())

  expect(JSON.parse(stdout)).toContainEqual({
    name: 'worker',
    is_fine: false,
    detail: 'None.',
    advice: 'Start one, or look at why it ended in its log.',
  })
})

test('doctor says why the changes of a site cannot be archived', async () => {
  const { code, stderr } = await nightdesk(['doctor'], { ...(await site()), BACKUP_WAL: 'on' })

  expect(stderr).toContain('BACKUP_WAL goes without DATABASE_URL: it archives the embedded Postgres')
  expect(code).toBe(1)
})

test('doctor examines the rest when the database cannot be used', async () => {
  const env = { ...(await site()), DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }

  const { code, stdout } = await nightdesk(['doctor'], env)

  expect(stdout).toContain('✓ The data directory can be written to')
  expect(stdout).toMatch(/✗ The database can be reached: The database cannot be used: .*ECONNREFUSED/)
  expect(stdout).not.toContain('A worker process is running')
  expect(code).toBe(1)
})

test('doctor examines the rest when the data directory cannot be used', async () => {
  const env = await site()
  const file = join(env.DATA_DIR, 'file')
  await writeFile(file, 'no directory')

  const { code, stdout } = await nightdesk(['doctor'], { ...env, DATA_DIR: file })

  expect(stdout).toContain(`✗ The data directory can be written to: ${file} cannot be.`)
  expect(stdout).toMatch(/✗ .*: It could not be reached\.\n.*is not a folder, or not in one \(ENOTDIR\)/)
  expect(stdout).toContain('✓ The database can be reached')
  expect(code).toBe(1)
})

test('doctor reports a key file that cannot be looked at, rather than one that is yet to be made', async () => {
  const env = { ...(await site()), DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }
  await symlink('jwt.key', join(env.DATA_DIR, 'jwt.key'))

  const { stdout } = await nightdesk(['doctor'], env)

  expect(stdout).toMatch(/✗ .*: It could not be reached\.\n.*ELOOP/)
})
