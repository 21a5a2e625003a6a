import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../packages/storage/src/testing-port.ts'
import { missingPostgres, startDebianPostgres } from './deploy/debian-postgres.ts'
import { ADMIN, startStack } from './stack.ts'
import { temporaryDirectory } from './temporary-directory.ts'
import { fillSite, lookAt } from './torture/backups/filled-site.ts'
import { newestIn, nightdesk } from './torture/backups/nightdesk.ts'
import { tortureBackups } from './torture/backups.ts'

const SITE = { DATABASE_URL: '', LOG_LEVEL: 'fatal', BACKUP_PASSPHRASE: 'correct horse battery staple' }

const missing = await missingPostgres()

test.skipIf(missing)(
  `a site comes back page by page from its backups: from the embedded Postgres into Debian’s, and back${missing ? `. ${missing}` : ''}`,
  async () => {
    await using directory = await temporaryDirectory('backups')
    const { path: home } = directory
    const port = await freePort()
    const onSite = async <T>(env: Record<string, string>, task: (url: string) => Promise<T>) => {
      await using stack = await startStack({ directory: env.DATA_DIR, port, admin: ADMIN, env })
      return await task(stack.url)
    }
    const first = { ...SITE, DATA_DIR: join(home, 'first'), BACKUP_DIR: join(home, 'backups') }
    const seen = await onSite(first, async (url) => {
      await fillSite(url, first.DATA_DIR)
      await nightdesk(['backup'], first)
      return lookAt(url)
    })

    await using debian = await startDebianPostgres({ home: join(home, 'debian') })
    const second = { ...first, DATA_DIR: join(home, 'second'), DATABASE_URL: debian.url }
    await nightdesk(['restore', await newestIn(first.BACKUP_DIR)], second)
    expect(await onSite(second, lookAt)).toEqual(seen)

    await nightdesk(['backup'], second)
    const third = { ...first, DATA_DIR: join(home, 'third') }
    await nightdesk(['restore', await newestIn(first.BACKUP_DIR)], third)
    expect(await onSite(third, lookAt)).toEqual(seen)
  },
)

test('a killed backup leaves the earlier ones, a killed restore the old site or the new one, a killed trial restore nothing', async () => {
  const report = await tortureBackups({ seed: 'in npm test', kills: 3, flips: 0 })

  expect(report.problems).toEqual([])
})
