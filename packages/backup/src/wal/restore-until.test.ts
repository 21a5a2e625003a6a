import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdCompressSync } from 'node:zlib'
import { newKey } from '@nightdesk/storage'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { objectFile } from '../manifest.ts'
import { restoreBackup } from '../restore/restore-backup.ts'
import { writeBackup } from '../write-backup.ts'
import { collectPresent } from './collect.ts'
import { restoreUntil } from './restore-until.ts'
import { addPeople, addUser, createArchivedSite, peopleIn, peopleOf, targetOf } from './testing.ts'

test('a site goes back to a moment: a file that was deleted since comes back from a whole backup, a session that was ended does not', async () => {
  const site = await createArchivedSite()
  const target = await targetOf(site)
  const { storage, backups: directory } = target
  await addUser(site.db, 'ada@example.org')
  const [kept, gone, later] = [newKey('png'), newKey('png'), newKey('png')]
  for (const key of [kept, gone]) {
    await storage.put(key, Buffer.from('a picture'))
    await site.db.insertInto('stored_objects').values({ key, bytes: 9 }).execute()
  }
  await site.db
    .insertInto('stored_objects')
    .values({ key: newKey('png'), bytes: 1 })
    .execute()
  await sql`
    insert into sessions (id, user_id, expires_at, ip_prefix, user_agent_family)
    select ${randomBytes(32)}, id, now() + interval '1 day', '', '' from users`.execute(site.db)
  const source = { url: site.postgres.url, storage, settings: { DATA_DIR: site.data_dir } }
  // More than the parameters that a statement may have.
  await sql`
    with rendered as (
      insert into stored_objects (key, bytes) select 'rendered-' || n, 1 from generate_series(1, 65536) n returning key
    )
    insert into renditions (filename, kind, fingerprint) select key, 'card', '' from rendered`.execute(
    site.db,
  )
  await writeBackup(source, directory)
  // The newest is damaged where that file is.
  const { path, manifest } = await writeBackup(source, directory)
  const { offset } = manifest.files.find(({ name }) => name === objectFile(gone))!
  await using file = await open(path, 'r+')
  await file.write('x', offset)
  await site.run()
  const [moment = ''] = await addPeople(site.db, 'grace')
  await storage.delete(gone)
  await storage.put(later, Buffer.from('of later'))
  await site.stop()

  const { objects } = await restoreUntil(moment, target, { replace: true })

  expect(objects).toMatchObject({ returned: 1, lost: [expect.any(String)], later: 1 })
  await expect(storage.head(gone)).resolves.toMatchObject({ size: 9 })
  const restored = await site.restart()
  expect(await peopleIn(restored.db)).toEqual(['ada'])
  expect(await restored.db.selectFrom('sessions').select('id').execute()).toEqual([])
  expect(await restored.db.selectFrom('renditions').select('filename').execute()).toEqual([])
})

test('after the restore of a whole backup, a moment of the site of before is still reached', async () => {
  const site = await createArchivedSite()
  const target = await targetOf(site)
  const source = { url: site.postgres.url, storage: target.storage, settings: { DATA_DIR: site.data_dir } }
  const { path } = await writeBackup(source, target.backups)
  await site.run()
  const [, moment = ''] = await addPeople(site.db, 'ada', 'grace')
  await site.stop()
  const beforeReplacing = () => collectPresent(target)
  const whole = { ...target, database: null, bucket: null }
  await restoreBackup(path, whole, { key: null, replace: true, beforeReplacing })

  await restoreUntil(moment, target, { replace: true })

  expect(await peopleOf(site)).toEqual(['ada'])
})

test.skipIf(process.platform !== 'linux')(
  'a segment is not called damaged when the disk that it is unpacked to is full',
  async () => {
    const segment = join(await temporaryDirectory(), 'segment.zst')
    await writeFile(segment, zstdCompressSync(Buffer.from('WAL')))
    const program = fileURLToPath(new URL('./fetch-segment.ts', import.meta.url))

    const { status, stderr } = spawnSync(process.execPath, [program, segment, '/dev/full'])

    expect([status, stderr.toString()]).toEqual([255, ''])
  },
)
