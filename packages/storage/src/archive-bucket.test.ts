import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ObjectNotFound } from './errors.ts'
import { createArchiveBucket, createS3Store } from './s3.ts'
import { countObjects } from './testing.ts'
import { missingS3Server, type S3Server, startS3Server } from './testing-s3.ts'

const missing = await missingS3Server()

describe.skipIf(missing)(missing ?? 'on a real server', () => {
  let server: S3Server
  beforeAll(async () => {
    server = await startS3Server()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  test('a file goes into the bucket and comes back, and uploads beside it are not mistaken for one', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'nightdesk-bucket-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const bucket = createArchiveBucket(server.options)
    const store = createS3Store(server.options)
    await writeFile(join(directory, 'a'), 'an archive')

    await bucket.upload('a.tar', join(directory, 'a'))
    await store.put('picture.png', Buffer.from('a picture'))
    await bucket.download('a.tar', join(directory, 'b'))

    expect(await readFile(join(directory, 'b'), 'utf8')).toBe('an archive')
    expect(await bucket.list()).toEqual(['a.tar'])
    expect(await countObjects(store)).toEqual({ objects: 1, bytes: 9 })
    await bucket.delete('a.tar')
    expect(await bucket.list()).toEqual([])
    await expect(bucket.download('a.tar', join(directory, 'c'))).rejects.toThrow(ObjectNotFound)
  })
})
