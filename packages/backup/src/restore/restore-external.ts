import { mkdir } from 'node:fs/promises'
import { openDisk, type Store } from '@nightdesk/storage'
import { openClient } from '../client.ts'
import { RestoreRefused } from '../errors.ts'
import { loadDatabase, type TargetDatabase } from './load-database.ts'
import { loadObjects, requireNoOthers } from './load-objects.ts'
import type { Material } from './restore-backup.ts'
import { writeSigningKey } from './signing-key.ts'
import { findUse } from './use.ts'

interface External {
  data_dir: string
  database: TargetDatabase
  bucket: Store | null
  replace: boolean
}

/**
 * Restores into a Postgres that Nightdesk does not run. Objects come before rows, so that no row is without its file.
 * @returns null, as nothing is moved aside
 */
export async function restoreExternal(material: Material, target: External): Promise<null> {
  const { data_dir, database, bucket, replace } = target
  if (replace) throw new RestoreRefused(NO_REPLACEMENT)
  await requireEmpty(database, material)
  await mkdir(data_dir, { recursive: true })
  const storage = bucket ?? (await openDisk({ DATA_DIR: data_dir }))
  await requireNoOthers(material, storage)
  await loadObjects(material, storage)
  await writeSigningKey(data_dir, material.secrets)
  await loadDatabase(material.archive, database, material.secrets, material.step)
  return null
}

async function requireEmpty({ owner_url }: TargetDatabase, { archive }: Material): Promise<void> {
  await using client = await openClient(owner_url)
  const use = await findUse(client)
  if (use.isRunning) throw new RestoreRefused('A site runs on this database: stop it first')
  if (use.hasRows) throw new RestoreRefused('The database has a site already: restore into an empty database')
  if (use.level && use.level !== archive.manifest.level)
    throw new RestoreRefused(
      'The database has the tables of another version of Nightdesk: restore into an empty database',
    )
}

const NO_REPLACEMENT =
  '--replace moves the data of the embedded Postgres only. Create an empty database beside the present one, and set DATABASE_URL to it: ' +
  'the present one is then as it was'
