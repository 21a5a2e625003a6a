import { join } from 'node:path'
import { connect, type Db } from '@nightdesk/db'
import { startEmbedded } from '@nightdesk/db/embedded'
import { createEncoder, type Encoder, sniffImage } from '@nightdesk/images'
import { openArchive, type Progress } from '../archive.ts'
import { type Manifest, objectFile, objectKeys } from '../manifest.ts'
import { checkArchive, loadDatabase, type RestoreInput } from '../restore/load-database.ts'
import type { Key } from '../secrets.ts'
import { inScratch, SCRATCH_SETTINGS } from './scratch.ts'
import { type Findings, verifyRows } from './verify-rows.ts'

/** Without problems, it comes back whole. */
export interface VerifiedBackup extends Findings {
  manifest: Manifest
  /** Pictures with the bytes that were uploaded, which can be shown. */
  pictures: number
  seconds: number
}

/**
 * Restores a backup into a Postgres of its own in a temporary directory, where all rows are read back and compared, and then
 * recomputes what the site itself has recorded. Needs no rights in the database of the site.
 * @param key opens the secrets; null leaves them unopened
 * @throws like `restoreBackup` when the backup cannot be restored at all
 */
export async function verifyBackup(
  path: string,
  { key, onProgress }: { key: Key | null; onProgress?: (progress: Progress) => void },
): Promise<VerifiedBackup> {
  const started = performance.now()
  await using archive = await openArchive(path)
  const input = await checkArchive(archive, key, onProgress)
  const { listed, ...rows } = await inScratch((directory) => restoreRows(input, join(directory, 'postgres')))
  // Decoding pictures takes memory: the Postgres has ended before.
  const { pictures, problems } = await verifyObjects(input, listed)
  return {
    manifest: archive.manifest,
    ...rows,
    pictures,
    problems: [...rows.problems, ...problems],
    seconds: (performance.now() - started) / 1_000,
  }
}

async function restoreRows(input: RestoreInput, home: string) {
  await using postgres = await startEmbedded(home, { settings: SCRATCH_SETTINGS })
  await loadDatabase(input, postgres)
  await using connection = connect(postgres.url, { statementTimeout: 0 })
  return { ...(await verifyRows(connection.db)), listed: await listFiles(connection.db) }
}

/** Pixels of a side: enough to decode a picture, without the cost of encoding it again. */
const SIDE = 16
const TIMEOUT_MS = 30_000

type ListedFiles = Awaited<ReturnType<typeof listFiles>>

/** What the rows say of files: all of them, the sha256 of each upload by its key, and the keys of smaller copies. */
async function listFiles(db: Db) {
  const stored = await db.selectFrom('stored_objects').select(['key', 'bytes']).execute()
  const images = await db.selectFrom('images').select(['filename', 'sha256']).execute()
  const copies = await db.selectFrom('image_variants').select('filename').execute()
  return {
    stored,
    uploads: new Map(images.map(({ filename, sha256 }) => [filename, sha256.toString('hex')])),
    copies: copies.map(({ filename }) => filename),
  }
}

/** Compares pictures with the hashes of their uploads, and decodes every picture and every smaller copy. */
async function verifyObjects({ archive, step }: RestoreInput, { stored, uploads, copies }: ListedFiles) {
  const files = new Map(archive.manifest.files.map((file) => [file.name, file]))
  const problems = stored.flatMap(({ key, bytes }) => {
    const file = files.get(objectFile(key))
    if (!file) return [`The file ${key} is not in the backup: the storage had lost it.`]
    // The hash says more of an upload.
    if (file.size === bytes || uploads.has(key)) return []
    return [`The file ${key} does not have the size with which it was stored: the storage had damaged it.`]
  })
  const images = new Set([...uploads.keys(), ...copies])
  const sizes = [...images].map((key) => files.get(objectFile(key))?.size ?? 0)
  // Holds each picture in turn: a buffer of its own for each leaves the memory in pieces.
  const room = Buffer.alloc(sizes.reduce((most, size) => Math.max(most, size), 0))
  const encoder = createEncoder({ size: 1, maxWaiting: 1, timeout: TIMEOUT_MS, idle: TIMEOUT_MS })
  let pictures = 0
  try {
    // The check of the archive has read the other files.
    for (const key of objectKeys(archive.manifest)) {
      step()
      if (!images.has(key)) continue
      const uploaded = uploads.get(key)
      if (uploaded && uploaded !== files.get(objectFile(key))?.sha256)
        problems.push(`The picture ${key} does not have the bytes that were uploaded.`)
      else if (!(await canBeShown(encoder, await fill(room, archive.read(objectFile(key))))))
        problems.push(`The picture ${key} cannot be decoded.`)
      else if (uploaded) pictures += 1
    }
  } finally {
    encoder.close()
  }
  return { pictures, problems }
}

/** @returns the part of `room` that the bytes take */
async function fill(room: Buffer, chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  let size = 0
  for await (const chunk of chunks) {
    chunk.copy(room, size)
    size += chunk.length
  }
  return room.subarray(0, size)
}

async function canBeShown(encoder: Encoder, bytes: Buffer): Promise<boolean> {
  const extension = sniffImage(bytes)
  return extension !== null && 'image' in (await encoder.run({ bytes, extension, side: SIDE }))
}
