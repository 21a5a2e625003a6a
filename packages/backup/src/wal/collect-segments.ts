import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdCompress, zstdDecompress } from 'node:zlib'
import { syncDirectory } from '@nightdesk/db/embedded'
import { COMPRESSED } from '@nightdesk/db/wal'
import { WITH_CHECKSUM } from './base-files.ts'

/**
 * Moves what Postgres has archived into the archive of its cluster, compressed. A segment is deleted only when its copy is on the
 * disk, so a run that was killed is repeated by the next one.
 * @returns their number
 */
export async function collectSegments(queue: string, directory: string): Promise<number> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const names = (await readdir(queue)).filter((name) => NAME.test(name)).sort()
  for (const name of names) {
    const path = join(queue, name)
    const target = join(directory, name + COMPRESSED)
    if (existsSync(target)) await requireSame(path, target)
    else await compress(path, target, join(directory, `.partial-${name}`))
    await rm(path)
  }
  return names.length
}

/** Segments, histories of timelines, and labels of base backups; not the temporary files of `basic_archive`. */
const NAME = /^[0-9A-F]{8}/

async function compress(path: string, target: string, partial: string): Promise<void> {
  const { mtime } = await stat(path)
  const file = createWriteStream(partial, { mode: 0o600 })
  await pipeline(createReadStream(path), createZstdCompress(WITH_CHECKSUM), file)
  await using handle = await open(partial, 'r+')
  // When Postgres archived it.
  await handle.utimes(mtime, mtime)
  await handle.sync()
  await rename(partial, target)
  await syncDirectory(join(target, '..'))
}

/** Postgres archives a segment again when it was killed before it noted the first time. */
async function requireSame(path: string, target: string): Promise<void> {
  const archived = await promisify(zstdDecompress)(await readFile(target))
  if (archived.equals(await readFile(path))) return
  throw new Error(
    `${target} has other changes than ${path}: another copy of this site archives into the same directory. Set BACKUP_DIR to one of its own`,
  )
}
