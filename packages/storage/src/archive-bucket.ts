import { attempt, connectBucket, type S3Options } from './s3.ts'

/** A slash is in no key of a store, so a bucket may have uploads too: their reconciliation overlooks archives. */
const FOLDER = 'backups/'

/** A bucket with files that are too large for memory. */
export interface ArchiveBucket {
  /** The file has its name in the bucket when all of it is there. @throws StorageUnavailable */
  upload(name: string, path: string): Promise<void>
  /** @throws ObjectNotFound, or StorageUnavailable */
  download(name: string, path: string): Promise<void>
  /** Deleting a missing file is no error. */
  delete(name: string): Promise<void>
  /** All names. */
  list(): Promise<string[]>
}

export function createArchiveBucket(options: S3Options): ArchiveBucket {
  const { client, name: bucket, ready } = connectBucket(options)
  return {
    async upload(name, path) {
      await attempt(ready)
      await attempt(() => client.fPutObject(bucket, FOLDER + name, path))
    },
    download: (name, path) => attempt(() => client.fGetObject(bucket, FOLDER + name, path), name),
    delete: (name) => attempt(() => client.removeObject(bucket, FOLDER + name)),
    async list() {
      await attempt(ready)
      return attempt(async () => {
        const names: string[] = []
        for await (const { name } of client.listObjectsV2(bucket, FOLDER, true))
          if (name) names.push(name.slice(FOLDER.length))
        return names
      })
    },
  }
}
