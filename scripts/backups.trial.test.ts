import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../packages/storage/src/testing-port.ts'
import { missingPostgres, startDebianPostgres } from './deploy/debian-postgres.ts'
import { startStack } from './stack.ts'
import { ADMIN, fillSite, lookAt } from './torture/backups/filled-site.ts'
import { newestIn, nightdesk } from './torture/backups/nightdesk.ts'
import { tortureBackups } from './torture/backups.ts'

const TIMEOUT = 300_000
const SITE = { DATABASE_URL: '', LOG_LEVEL: 'fatal', BACKUP_PASSPHRASE: 'correct horse battery staple' }
const FIRST_ADMIN = { ADMIN_EMAIL: ADMIN.username, ADMIN_PASSWORD: ADMIN.password }

const missing = await missingPostgres()

test.skipIf(missing)(
  `a site comes back page by page from its backups: from the embedded Postgres into Debian’s, and back${missing ? `. ${missing}` : ''}`,
  async () => {
    const home = await temporaryDirectory()
    const port = await freePort()
    const onSite = async <T>(env: Record<string, string>, task: (url: string) => Promise<T>) => {
      await using stack = await startStack({ directory: env.DATA_DIR, port, env })
      return await task(stack.url)
    }
    const first = { ...SITE, DATA_DIR: join(home, 'first'), BACKUP_DIR: join(home, 'backups') }
    const seen = await onSite({ ...first, ...FIRST_ADMIN }, async (url) => {
      await fillSite(url, first.DATA_DIR)
      await nightdesk(['backup'], first)
      return lookAt(url)
    })

    await using debian = await startDebian(join(home, 'debian'))
    const second = { ...first, DATA_DIR: join(home, 'second'), DATABASE_URL: debian.url }
    await nightdesk(['restore', await newestIn(first.BACKUP_DIR)], second)
    expect(await onSite(second, lookAt)).toEqual(seen)

    await nightdesk(['backup'], second)
    const third = { ...first, DATA_DIR: join(home, 'third') }
    await nightdesk(['restore', await newestIn(first.BACKUP_DIR)], third)
    expect(await onSite(third, lookAt)).toEqual(seen)
  },
  TIMEOUT,
)

test(
  'a killed backup leaves the earlier ones, a killed restore the old site or the new one, a killed trial restore nothing',
  async () => {
    const report = await tortureBackups({ seed: 'in npm test', kills: 3, flips: 0 })

    expect(report.problems).toEqual([])
  },
  TIMEOUT,
)

async function startDebian(home: string) {
  const port = await freePort()
  const server = await startDebianPostgres({ home, port, password: 'only-here' })
  return {
    url: `postgresql://postgres:only-here@127.0.0.1:${port}/postgres`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-backups-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }))
  return directory
}
