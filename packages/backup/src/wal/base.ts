import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { replicationUrl } from '@nightdesk/db/embedded'
import { codeOf, syncDirectory, writeDurably } from '@nightdesk/storage'
import type { Connection, Submittable } from 'pg'
import pg from 'pg'
import { type Extract, extract } from 'tar-stream'
import { hashing } from '../archive.ts'
import { openClient } from '../database.ts'
import { ArchiveDamaged, PRODUCT } from '../manifest.ts'
import {
  BASE_FILE,
  BASE_PREFIX,
  type BaseBackup,
  PRESENT_CLUSTER,
  type PresentCluster,
  type StoredBase,
} from './archive.ts'

/**
 * Copies all files of a running cluster into a directory of their own, with the WAL that makes them consistent. The directory gets
 * its name when all of it is on the disk; after a failure, nothing of it is left.
 * @param directory of the cluster in the archive
 * @param url of the runtime role of an embedded Postgres
 */
export async function writeBase(directory: string, url: string): Promise<void> {
  const partial = join(directory, '.partial-base')
  // Of a run that was killed.
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o700 })
  try {
    const range = await copyFiles(url, partial)
    await using client = await openClient(url)
    const { installation, now: ended_at } = await readPresentCluster(client)
    const base: BaseBackup = { format: 1, installation, product: PRODUCT, ...range, ended_at }
    await writeDurably(join(partial, BASE_FILE), JSON.stringify(base, null, 1))
    await syncDirectory(partial)
    await rename(partial, join(directory, BASE_PREFIX + ended_at.replaceAll(':', '')))
    await syncDirectory(directory)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    if (codeOf(error) !== 'ENOSPC') throw error
    throw new Error(`There is no space left for a base backup in ${directory}`, { cause: error })
  }
}

export async function readPresentCluster(client: pg.ClientBase): Promise<PresentCluster> {
  const { rows } = await client.query<PresentCluster>(PRESENT_CLUSTER)
  return rows[0]! // it has one row
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
    await writeDurably(join(directory, BASE_MANIFEST_FILE), manifest)
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

/** The first byte of a message, from "Message Formats" of the manual of Postgres since version 15. */
const MESSAGE = { archive: 0x6e, manifest: 0x6d, data: 0x64, progress: 0x70 } as const

/** Messages of up to 32 KB that may wait. */
const WAITING = 32

/**
 * The answer to `BASE_BACKUP` on a replication connection, message by message. `pg-copy-streams` cannot read it: rows come before
 * the data.
 */
class BaseBackupStream extends Readable implements Submittable {
  readonly #command: string
  #connection: Connection | undefined

  /** @param command of the replication protocol */
  constructor(command: string) {
    super({ objectMode: true, highWaterMark: WAITING })
    this.#command = command
  }

  submit(connection: Connection): void {
    this.#connection = connection
    connection.query(this.#command)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
    // The parser uses its memory again.
    if (!this.push(Buffer.from(chunk))) connection.stream.pause()
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  handleReadyForQuery(): void {
    this.push(null)
  }

  // Positions and tablespaces, which are in the manifest too.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}

/** WAL is not in the manifest of a base backup: Postgres checks each record. */
const WAL = 'pg_wal/'

/**
 * Writes the files of a base backup into a directory, and compares each with what Postgres wrote of it.
 * @throws ArchiveDamaged
 */
export async function unpackBase({ path, ended_at }: StoredBase, directory: string): Promise<void> {
  const tar = extract()
  try {
    const expected = await readManifest(path)
    const reading = pipeline(createReadStream(join(path, CONTENT_FILE)), createZstdDecompress(), tar)
    await Promise.all([reading, writeEntries(tar, directory, expected)])
    for (const name of expected.keys()) throw new Error(`it has no ${name}`)
  } catch (cause) {
    if (codeOf(cause) === 'ENOSPC') throw cause
    throw new ArchiveDamaged(`The base backup of ${ended_at} is damaged`, { cause })
  }
}

/** @returns the sha256 of each file by its path */
async function readManifest(path: string): Promise<Map<string, string>> {
  const manifest: BackupManifest = JSON.parse(await readFile(join(path, BASE_MANIFEST_FILE), 'utf8'))
  return new Map(manifest.Files.map(({ Path = '', Checksum }) => [Path, Checksum]))
}

async function writeEntries(tar: Extract, directory: string, expected: Map<string, string>): Promise<void> {
  for await (const entry of tar) {
    const { name, type } = entry.header
    const path = join(directory, name)
    if (!path.startsWith(join(directory, sep))) throw new Error(`${name} leads out of it`)
    if (type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      entry.resume()
      continue
    }
    if (!expected.has(name) && !name.startsWith(WAL)) throw new Error(`it has a file ${name}`)
    const sha256 = await writeEntry(entry, path)
    if (sha256 !== (expected.get(name) ?? sha256)) throw new Error(`${name} is not as it was written`)
    expected.delete(name)
  }
}

/** @returns its sha256 */
async function writeEntry(entry: AsyncIterable<unknown>, path: string): Promise<string> {
  const { chunks, result } = hashing(entry as AsyncIterable<Buffer>) // tar-stream reads nothing else
  await writeFile(path, chunks, { mode: 0o600 })
  return result().sha256
}

/** A tar of the data directory of Postgres, compressed. */
const CONTENT_FILE = 'base.tar.zst'
const BASE_MANIFEST_FILE = 'backup_manifest'

/** What Postgres says of a base backup, from "Backup Manifest Format" of its manual. */
interface BackupManifest {
  Files: { Path?: string; Size: number; Checksum: string }[]
  'WAL-Ranges': { Timeline: number; 'Start-LSN': string; 'End-LSN': string }[]
}

/** A damaged byte then fails the decompression. */
export const WITH_CHECKSUM = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
