import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { replicationUrl, syncDirectory } from '@nightdesk/db/embedded'
import { BASE_FILE, BASE_PREFIX, type BaseBackup } from '@nightdesk/db/wal'
import pg from 'pg'
import { PRODUCT } from '../product.ts'
import { BaseBackupStream, MESSAGE } from './base-backup-stream.ts'
import { type BackupManifest, CONTENT_FILE, MANIFEST_FILE, WITH_CHECKSUM } from './base-files.ts'

interface Source {
  /** Of the runtime role of an embedded Postgres. */
  url: string
  installation: string
  /** The time of the database. */
  now(): Promise<string>
}

/**
 * Copies all files of a running cluster into a directory of their own, with the WAL that makes them consistent. The directory gets
 * its name when all of it is on the disk; after a failure, nothing of it is left.
 * @param directory of the cluster in the archive
 */
export async function writeBase(directory: string, source: Source): Promise<void> {
  const partial = join(directory, '.partial-base')
  // Of a run that was killed.
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o700 })
  try {
    const { timeline, start_lsn, end_lsn } = await copyFiles(source.url, partial)
    const base: BaseBackup = {
      format: 1,
      installation: source.installation,
      product: PRODUCT,
      timeline,
      start_lsn,
      end_lsn,
      ended_at: await source.now(),
      bytes: (await stat(join(partial, CONTENT_FILE))).size,
    }
    await writeDurably(join(partial, BASE_FILE), JSON.stringify(base, null, 1))
    await syncDirectory(partial)
    await rename(partial, join(directory, BASE_PREFIX + base.ended_at.replaceAll(':', '')))
    await syncDirectory(directory)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error // other errors have other codes, or none
    throw new Error(`There is no space left for a base backup in ${directory}`, { cause: error })
  }
}

const COMMAND = `BASE_BACKUP (
  LABEL 'nightdesk', CHECKPOINT 'fast', WAL true, WAIT false, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256'
)`

async function copyFiles(url: string, directory: string) {
  const client = new pg.Client(replicationUrl(url))
  // A broken connection is reported by the stream.
  client.on('error', () => {})
  await client.connect()
  try {
    const messages = client.query(new BaseBackupStream(COMMAND))[Symbol.asyncIterator]()
    const file = createWriteStream(join(directory, CONTENT_FILE), { flush: true, mode: 0o600 })
    await pipeline(contentOf(messages), createZstdCompress(WITH_CHECKSUM), file)
    const manifest = await buffer(contentOf(messages))
    await writeDurably(join(directory, MANIFEST_FILE), manifest)
    return rangeOf(JSON.parse(manifest.toString()))
  } finally {
    await client.end()
  }
}

/** The data up to the next message that begins a file, or to the end. */
async function* contentOf(messages: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await messages.next()
    if (done || value[0] === MESSAGE.manifest) return
    if (value[0] === MESSAGE.data) yield value.subarray(1)
  }
}

/** A manifest that lacks its end is no JSON: the copy was cut off. */
function rangeOf({ 'WAL-Ranges': [range] }: BackupManifest) {
  if (!range) throw new Error('The manifest of the base backup names no WAL')
  return { timeline: range.Timeline, start_lsn: range['Start-LSN'], end_lsn: range['End-LSN'] }
}

async function writeDurably(path: string, content: string | Buffer): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(content)
  await file.sync()
}
