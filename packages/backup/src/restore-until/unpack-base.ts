import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { StoredBase } from '@nightdesk/db/wal'
import { type Extract, extract } from 'tar-stream'
import { ArchiveDamaged } from '../errors.ts'
import { type BackupManifest, CONTENT_FILE, MANIFEST_FILE } from '../wal/base-files.ts'

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
    const { code } = cause as NodeJS.ErrnoException // only errors of the system have codes without Z_
    if (code === 'ENOSPC') throw cause
    throw new ArchiveDamaged(`The base backup of ${ended_at} is damaged`, { cause })
  }
}

/** @returns the sha256 of each file by its path */
async function readManifest(path: string): Promise<Map<string, string>> {
  const manifest: BackupManifest = JSON.parse(await readFile(join(path, MANIFEST_FILE), 'utf8'))
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
  const hash = createHash('sha256')
  const content = entry as AsyncIterable<Buffer> // tar-stream reads nothing else
  async function* hashed() {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }
  await writeFile(path, hashed(), { mode: 0o600 })
  return hash.digest('hex')
}
