import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveWal } from '@nightdesk/backup/archive-wal'
import { readWalArchive } from '@nightdesk/backup/wal'
import { migrate } from '@nightdesk/db'
import { startEmbedded } from '@nightdesk/db/embedded'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { expect, test } from 'vitest'
import { nightdesk } from '../testing.ts'

test('doctor names a trial restore of the archive of changes that was weeks ago', async () => {
  const DATA_DIR = await temporaryDirectory()
  await chmod(DATA_DIR, 0o755)
  const archive = join(DATA_DIR, 'backups', 'wal')
  {
    await using postgres = await startEmbedded(join(DATA_DIR, 'postgres'), { archives: true })
    await migrate(postgres.owner_url, postgres.url)
    await archiveWal(postgres.url, archive)
  }
  const [cluster] = await readWalArchive(archive)
  await writeFile(join(cluster?.path ?? '', 'proof.json'), '{"at":"2026-01-01T00:00:00.000Z"}')

  const { stdout } = await nightdesk(['doctor'], { DATA_DIR, DATABASE_URL: '', BACKUP_WAL: 'on' })

  expect(stdout).toMatch(/✗ .*: From .* to .*\. Its last trial restore was \d+ days ago\./)
})
