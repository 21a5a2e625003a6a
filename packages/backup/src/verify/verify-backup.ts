import { buffer } from 'node:stream/consumers'
import { connect, type Db } from '@nightdesk/db'
import { startEmbedded } from '@nightdesk/db/embedded'
import { createEncoder, type Encoder, sniffImage } from '@nightdesk/images'
import { type Archive, openArchive } from '../archive.ts'
import { type Manifest, objectFile, objectKeys } from '../manifest.ts'
import { loadDatabase } from '../restore/load-database.ts'
import {
  countSteps,
  type Material,
  openArchivedSecrets,
  requireKnownLevel,
} from '../restore/restore-backup.ts'
import type { Key } from '../secrets.ts'
import type { Progress } from '../write-backup.ts'
import { type Findings, recheck } from './recheck.ts'
import { inScratch, SCRATCH_SETTINGS } from './scratch.ts'

export interface VerifyOptions {
  /** Opens the secrets; null leaves them unopened. */
  key: Key | null
  onProgress?: ((progress: Progress) => void) | undefined
}

/** Without problems, it comes back whole. */
export interface VerifiedBackup extends Findings {
  manifest: Manifest
  /** Pictures with the bytes that were uploaded, which can be shown. */
  pictures: number
  seconds: number
}

/**
 * Proves that a backup comes back: restores it into a Postgres of its own in a temporary directory, where all rows are read back
 * and compared, and then recomputes what the site itself has recorded. Needs no rights in the database of the site.
 * @throws like `restoreBackup` when the backup cannot be restored at all
 */
export async function verifyBackup(path: string, options: VerifyOptions): Promise<VerifiedBackup> {
  const started = performance.now()
  await using archive = await openArchive(path)
  await requireKnownLevel(archive.manifest)
  const step = countSteps(archive.manifest, options.onProgress)
  await archive.check(step)
  const secrets = await openArchivedSecrets(archive, options.key)
  const { pictures, ...rows } = await inScratch((home) => proveRows({ archive, secrets, step }, home))
  // Decoding pictures takes memory: the Postgres has ended before.
  const decoded = await checkObjects(archive, pictures, step)
  return {
    manifest: archive.manifest,
    ...rows,
    pictures: decoded.count,
    problems: [...rows.problems, ...decoded.problems],
    seconds: (performance.now() - started) / 1_000,
  }
}

/** @returns also the pictures that the rows name */
async function proveRows({ archive, secrets, step }: Material, home: string) {
  await using postgres = await startEmbedded(home, { settings: SCRATCH_SETTINGS })
  await loadDatabase(archive, postgres, secrets, step)
  await using connection = connect(postgres.url, { statementTimeout: 0 })
  return { ...(await recheck(connection.db)), pictures: await listPictures(connection.db) }
}

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
