import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { checkedKey } from '../keys.ts'
import { attempt, type Bucket, connectBucket, get, head, type S3Options } from '../s3.ts'
import type { LargeFiles } from './large-files.ts'

/** Bytes. One part is in memory. 10,000 parts are the most that a server accepts. */
const PART = 8 * 1024 ** 2

/** A download waits as long for a slow connection, and the server of the bucket is silent meanwhile. */
const SILENCE_MS = 60_000

/** @param folder begins the keys. A slash is in no key of a store, so the bucket may have objects of a store too */
export function createLargeFilesInBucket(options: S3Options, folder: string): LargeFiles {
  const bucket = connectBucket(options, { partSize: PART, silence_ms: SILENCE_MS })
  const { client, name: bucketName } = bucket
  const keyOf = (name: string) => `${folder}/${checkedKey(name)}`
  return {
    write: (name, bytes) => write(bucket, keyOf(name), bytes),
    async fetch(name, directory) {
      const path = join(directory, name)
      await attempt(() => client.fGetObject(bucketName, keyOf(name), path), name)
      return path
    },
    head: async (name) => ({ ...(await head(bucket, keyOf(name))), key: name }),
    get: async (name, range) => get(bucket, keyOf(name), range),
    async delete(name) {
      await attempt(() => client.removeObject(bucketName, keyOf(name)))
      await removeParts(bucket, keyOf(name))
    },
    list: () => list(bucket, folder),
  }
}

async function write(bucket: Bucket, key: string, bytes: Readable): Promise<void> {
  await attempt(bucket.ready)
  // The client waits for ever for a stream that breaks.
  const broken = Promise.withResolvers<never>()
  bytes.once('error', broken.reject)
  try {
    const written = attempt(() => bucket.client.putObject(bucket.name, key, bytes))
    await Promise.race([written, broken.promise])
  } catch (error) {
    bytes.destroy()
    await removeParts(bucket, key)
    throw error
  }
}

/** The parts of a file that was not written to its end, which no list of objects has. */
const removeParts = ({ client, name }: Bucket, key: string) =>
  attempt(async () => {
    const upload = await client.findUploadId(name, key)
    if (upload !== undefined) await client.abortMultipartUpload(name, key, upload)
  })

async function* list(
  { client, name: bucket, ready }: Bucket,
  folder: string,
): ReturnType<LargeFiles['list']> {
  await attempt(ready)
  const found = await attempt(async () => {
    const written = await client.listObjectsV2(bucket, `${folder}/`, true).toArray()
    const begun = await client.listIncompleteUploads(bucket, `${folder}/`, true).toArray()
    return [
      ...written.map(({ name, lastModified }) => ({ key: name, at: lastModified })),
      ...begun.map(({ key, initiated }) => ({ key, at: initiated })),
    ]
  })
  for (const { key, at } of found)
    if (key && at) yield { key: key.slice(folder.length + 1), stored_at: new Date(at).toISOString() }
}
