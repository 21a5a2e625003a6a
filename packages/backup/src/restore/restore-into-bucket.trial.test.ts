import { buffer } from 'node:stream/consumers'
import { newKey } from '@nightdesk/storage'
import { createS3Store } from '@nightdesk/storage/s3'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { missingS3Server, startS3Server } from '@nightdesk/storage/testing-s3'
import { expect, test } from 'vitest'
import { createEmptyTarget, createSite } from '../testing.ts'
import { writeBackup } from '../write-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const missing = await missingS3Server()
const options = { key: null, replace: false }

test.skipIf(missing)(
  `uploads are restored into a bucket, again after a kill, and not beside other files${missing ? `. ${missing}` : ''}`,
  async () => {
    await using server = await startS3Server()
    const site = await createSite()
    const { path } = await writeBackup(site.source, await temporaryDirectory())
    const { filename } = await site.db.selectFrom('images').select('filename').executeTakeFirstOrThrow()
    const picture = await buffer(await site.storage.get(filename))
    const into = async (name: string) => {
      const bucket = createS3Store({ ...server.options, bucket: name })
      return {
        bucket,
        restore: restoreBackup.bind(null, path, { ...(await createEmptyTarget()), bucket }, options),
      }
    }

    const occupied = await into('occupied')
    await occupied.bucket.put(newKey('png'), picture)
    await expect(occupied.restore()).rejects.toThrow('The storage has files already')

    const different = await into('different')
    await different.bucket.put(filename, Buffer.from('another picture'))
    await expect(different.restore()).rejects.toThrow(`The storage has another file named ${filename}`)

    // As a restore that was killed has left it.
    const { bucket, restore } = await into('interrupted')
    await bucket.put(filename, picture)
    expect(await restore()).toMatchObject({ objects: 1 })
    expect(await buffer(await bucket.get(filename))).toEqual(picture)

    const empty = await into('empty')
    await empty.restore()
    expect(await buffer(await empty.bucket.get(filename))).toEqual(picture)
  },
)
