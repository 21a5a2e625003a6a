import { join } from 'node:path'
import { createDiskStore } from '@nightdesk/storage'
import { createS3Store } from '@nightdesk/storage/s3'
import { countObjects, temporaryDirectory } from '@nightdesk/storage/testing'
import { missingS3Server, startS3Server } from '@nightdesk/storage/testing-s3'
import { expect, test } from 'vitest'
import { nightdesk } from '../testing.ts'

const missing = await missingS3Server()

test.skipIf(missing)(
  `storage move copies every file to the bucket and back${missing ? `. ${missing}` : ''}`,
  async () => {
    await using server = await startS3Server()
    const { endpoint, bucket, accessKey, secretKey } = server.options
    const DATA_DIR = await temporaryDirectory()
    const env = {
      DATA_DIR,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
    }
    const disk = await createDiskStore(join(DATA_DIR, 'uploads'))
    for (const key of ['one', 'two', 'three']) await disk.put(key, Buffer.from(key))

    const there = await nightdesk(['storage', 'move', 's3'], env)

    expect(there).toMatchObject({ code: 0, stdout: expect.stringMatching(/^3 files copied, 0 were there/) })
    expect(await countObjects(createS3Store(server.options))).toEqual({ objects: 3, bytes: 11 })
    await disk.delete('two')
    const back = await nightdesk(['storage', 'move', 'disk'], env)
    expect(back).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 files copied, 2 were there/) })
    expect(await countObjects(disk)).toEqual({ objects: 3, bytes: 11 })
  },
)
