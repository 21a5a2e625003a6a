import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { borrowEmbedded, startEmbedded } from '@nightdesk/db/embedded'
import { openDisk, type Store } from '@nightdesk/storage'
import { openClient } from '../client.ts'
import { RestoreRefused } from '../errors.ts'
import { loadDatabase } from './load-database.ts'
import { loadObjects, requireNoOthers } from './load-objects.ts'
import { fillPostgres, OCCUPIED, replaceData, requireStopped } from './replace-data.ts'
import type { Material } from './restore-backup.ts'
import { writeSigningKey } from './signing-key.ts'
import { PARTS } from './swap.ts'
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
  await requireStopped(data_dir)
  if (!replace) await requireEmpty(material, target)
  const parts = PARTS.filter((part) => !(bucket && part === 'uploads'))
  return replaceData(data_dir, parts, async (scratch) => {
    await loadObjects(material, bucket ?? (await openDisk({ DATA_DIR: scratch })))
    await writeSigningKey(scratch, material.secrets)
    await loadEmbedded(material, join(scratch, 'postgres'))
  })
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

async function loadEmbedded({ archive, secrets, step }: Material, home: string): Promise<void> {
  const postgres = await startEmbedded(home)
  await fillPostgres(postgres, () => loadDatabase(archive, postgres, secrets, step))
}
