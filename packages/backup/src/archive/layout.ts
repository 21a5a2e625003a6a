import { ArchiveDamaged } from '../errors.ts'
import type { ArchivedFile } from '../manifest.ts'
import { BLOCK, tarHeader } from './tar-header.ts'

/** Two empty blocks end a tar. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

export const ABOUT_FILE = 'about-this-backup.txt'
export const MANIFEST_FILE = 'manifest.json'
export const END_FILE = 'end.json'

/** Bytes from the header of the last file to the end of the archive. */
export const END_LENGTH = 2 * BLOCK + TAR_END.length

/** Bytes between the end of a file and the next header. */
export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

/** The last file of an archive says where its manifest is. It has one block, so that a reader finds it from the end. */
export const encodeEnd = (manifest: ArchivedFile): Buffer =>
  Buffer.from(JSON.stringify(manifest).padEnd(BLOCK, '\n'))

/** @param bytes the last {@link END_LENGTH} bytes of an archive */
export function decodeEnd(bytes: Buffer): ArchivedFile {
  const header = tarHeader(END_FILE, BLOCK)
  if (!header.equals(bytes.subarray(0, BLOCK)) || !TAR_END.equals(bytes.subarray(2 * BLOCK)))
    throw new ArchiveDamaged('The backup is not whole: its end is missing')
  try {
    return JSON.parse(bytes.toString('utf8', BLOCK, 2 * BLOCK))
  } catch (cause) {
    throw new ArchiveDamaged(`The backup is damaged: ${END_FILE} cannot be read`, { cause })
  }
}

export const ABOUT = `A backup of a Nightdesk site. To restore it: nightdesk restore FILE

To read it without Nightdesk, unpack this tar. manifest.json lists every file with its sha256, and the columns of each
table. tables/*.copy.zst are compressed by zstd, in the text format of COPY of Postgres. objects/ has the uploaded files
by their names in the store. secrets.age, if it is there, can be opened by age (https://age-encryption.org).
`
