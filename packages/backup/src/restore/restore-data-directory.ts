import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { borrowEmbedded, isLocked, lockDirectory, startEmbedded } from '@nightdesk/db/embedded'
import { openDisk, type Store } from '@nightdesk/storage'
import { openClient } from '../client.ts'
import { RestoreRefused } from '../errors.ts'
import { loadDatabase } from './load-database.ts'
import { loadObjects, requireNoOthers } from './load-objects.ts'
import type { Material } from './restore-backup.ts'
import { writeSigningKey } from './signing-key.ts'
import { planSwap, scratchOf, swap } from './swap.ts'
import { findUse } from './use.ts'

interface DataDirectory {
  data_dir: string
  bucket: Store | null
  replace: boolean
}

/**
 * Restores a site with the embedded Postgres: into a directory beside the data, which takes its place when it is complete.
 * @returns the directory with the data of before; null when there was none
 */
export async function restoreDataDirectory(
  material: Material,
  target: DataDirectory,
): Promise<string | null> {
  const { data_dir, bucket, replace } = target
  const present = join(data_dir, 'postgres')
  await mkdir(present, { recursive: true, mode: 0o700 })
  if (isLocked(present)) throw new RestoreRefused(`A site runs on ${data_dir}: stop it first`)
  if (!replace) await requireEmpty(material, target)
  using locks = new DisposableStack()
  // No site starts meanwhile.
  locks.defer((await lockDirectory(present)).release)
  const scratch = scratchOf(data_dir)
  // Of a restore that was killed.
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  await mkdir(scratch)
  locks.defer((await lockDirectory(scratch)).release)
  try {
    await loadObjects(material, bucket ?? (await openDisk({ DATA_DIR: scratch })))
    await writeSigningKey(scratch, material.secrets)
    await loadEmbedded(material, join(scratch, 'postgres'))
  } catch (error) {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
  await planSwap(data_dir)
  return swap(data_dir)
}

async function requireEmpty(material: Material, { data_dir, bucket }: DataDirectory): Promise<void> {
  const home = join(data_dir, 'postgres')
  if (existsSync(join(home, 'cluster'))) {
    await using postgres = await borrowEmbedded(home)
    await using client = await openClient(postgres.owner_url)
    if ((await findUse(client)).hasRows) throw new RestoreRefused(OCCUPIED(data_dir))
  }
  await requireNoOthers(material, bucket ?? (await openDisk({ DATA_DIR: data_dir })))
}

const OCCUPIED = (data_dir: string) =>
  `${data_dir} has a site already. With --replace, it is moved to a directory beside it, and the backup takes its place`

async function loadEmbedded({ archive, secrets, step }: Material, home: string): Promise<void> {
  const postgres = await startEmbedded(home)
  try {
    await loadDatabase(archive, postgres, secrets, step)
  } finally {
    // Its last checkpoint writes all rows that were loaded.
    await postgres.stop(SHUTDOWN_LIMIT)
  }
}

const SHUTDOWN_LIMIT = 300_000
