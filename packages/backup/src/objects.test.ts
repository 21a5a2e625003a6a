import type { Store } from '@nightdesk/storage'
import { expect, test } from 'vitest'
import { createSite, temporaryDirectory } from './testing.ts'
import { writeBackup } from './write-backup.ts'

test('objects of a bucket that an earlier backup has are not downloaded again', async () => {
  const site = await createSite()
  const downloaded: string[] = []
  const storage: Store = {
    ...site.storage,
    description: { kind: 's3', bucket: 'pictures' },
    get(key) {
      downloaded.push(key)
      return site.storage.get(key)
    },
  }
  const source = { ...site.source, storage }
  const directory = await temporaryDirectory()
  const first = await writeBackup(source, { directory, lock: null })

  const second = await writeBackup(source, { directory, lock: null, previous: first.path })

  expect(downloaded).toHaveLength(1)
  expect(second.manifest.files.map(({ name, sha256 }) => [name, sha256])).toEqual(
    first.manifest.files.map(({ name, sha256 }) => [name, sha256]),
  )
})
