import { buffer } from 'node:stream/consumers'
import type { Db } from '@nightdesk/db'
import { createEncoder, type Encoder, sniffImage } from '@nightdesk/images'
import type { Archive } from '../archive/read-archive.ts'
import { objectFile, objectKeys } from '../manifest.ts'

/** Pixels of a side: enough to decode a picture, without the cost of encoding it again. */
const SIDE = 16
const TIMEOUT_MS = 30_000

/** What the rows say of files. */
interface ListedPictures {
  /** The keys of all files. */
  stored: string[]
  /** The sha256 of each upload by its key. */
  uploads: Map<string, string>
  /** The keys of smaller copies. */
  copies: string[]
}

/** Reads what {@link checkObjects} needs. */
export async function listPictures(db: Db): Promise<ListedPictures> {
  const stored = await db.selectFrom('stored_objects').select('key').execute()
  const images = await db.selectFrom('images').select(['filename', 'sha256']).execute()
  const copies = await db.selectFrom('image_variants').select('filename').execute()
  return {
    stored: stored.map(({ key }) => key),
    uploads: new Map(images.map(({ filename, sha256 }) => [filename, sha256.toString('hex')])),
    copies: copies.map(({ filename }) => filename),
  }
}

/** Compares pictures with the hashes of their uploads, and decodes every picture and every smaller copy. */
export async function checkObjects(archive: Archive, listed: ListedPictures, step: () => void) {
  const { stored, uploads, copies } = listed
  const problems = stored
    .filter((key) => !archive.has(objectFile(key)))
    .map((key) => `The file ${key} is not in the backup: the storage had lost it.`)
  const pictures = new Set([...uploads.keys(), ...copies])
  const hashes = new Map(archive.manifest.files.map(({ name, sha256 }) => [name, sha256]))
  const encoder = createEncoder({ size: 1, maxWaiting: 1, timeout: TIMEOUT_MS, idle: TIMEOUT_MS })
  let count = 0
  try {
    // Other files were read by the check of the archive.
    for (const key of objectKeys(archive.manifest)) {
      step()
      if (!pictures.has(key)) continue
      const uploaded = uploads.get(key)
      if (uploaded && uploaded !== hashes.get(objectFile(key)))
        problems.push(`The picture ${key} does not have the bytes that were uploaded.`)
      else if (!(await canBeShown(encoder, await buffer(archive.read(objectFile(key))))))
        problems.push(`The picture ${key} cannot be decoded.`)
      else if (uploaded) count += 1
    }
  } finally {
    encoder.close()
  }
  return { count, problems }
}

async function canBeShown(encoder: Encoder, bytes: Buffer): Promise<boolean> {
  const extension = sniffImage(bytes)
  return extension !== null && 'image' in (await encoder.run({ bytes, extension, side: SIDE }))
}
