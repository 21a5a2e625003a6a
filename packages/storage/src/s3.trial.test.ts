import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLargeFilesInBucket, createS3Store } from './s3.ts'
import { checkStore, StorageUnavailable } from './store.ts'
import { countObjects, describeStore, tryLargeFiles } from './testing.ts'
import { missingS3Server, type S3Server, startS3Server } from './testing-s3.ts'

const missing = await missingS3Server()

describe.skipIf(missing)(missing ?? 'on a real server', () => {
  let server: S3Server
  beforeAll(async () => {
    server = await startS3Server()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())

  const open = (changes = {}) => createS3Store({ ...server.options, ...changes })

  describeStore('the S3 store', async () => open(), { hasConditionalWrites: false })

  test('creates a missing bucket, even when several processes start at once', async () => {
    const bucket = 'made-when-needed'

    await Promise.all(['a', 'b', 'c'].map((key) => open({ bucket }).put(key, Buffer.from(key))))

    expect(await countObjects(open({ bucket }))).toEqual({ objects: 3, bytes: 3 })
  })

  test('has large files in parts beside objects of a store, and of one that is cut off nothing is left', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nightdesk-large-files-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const options = { ...server.options, bucket: 'large' }
    const store = createS3Store(options)
    await store.put('picture.png', Buffer.from('a picture'))
    await tryLargeFiles(createLargeFilesInBucket(options, 'imports'), folder, store)
  })

  test('is unavailable with a wrong secret, and does not reveal it', async () => {
    const store = open({ secretKey: 'wrong-secret' })

    const error = await checkStore(store).catch((thrown) => thrown)

    expect(error).toBeInstanceOf(StorageUnavailable)
    expect(error.message).not.toContain('wrong-secret')
  })

  test('is unavailable while the server is down, and works again when it is back', async () => {
    const store = open()
    await store.put('before', Buffer.from('still here'))
    await server.stop()

    await expect(checkStore(store)).rejects.toThrow(StorageUnavailable)
    await expect(store.get('before')).rejects.toThrow(StorageUnavailable)

    await server.start()
    expect(await text(await store.get('before'))).toBe('still here')
  })
})

test('a server that accepts the connection and stays silent counts as down', async () => {
  await using silent = await listenSilently()
  const store = createS3Store({
    endpoint: silent.url,
    bucket: 'night-desk',
    accessKey: 'someone',
    secretKey: 'something',
  })
  const begun = performance.now()

  await expect(store.get('anything').then(buffer)).rejects.toThrow(StorageUnavailable)

  expect(performance.now() - begun).toBeLessThan(30_000)
})

async function listenSilently() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
