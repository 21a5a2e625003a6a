import { connect } from '@nightdesk/db'
import { startEmbedded } from '@nightdesk/db/embedded'
import { openArchive } from '../archive/read-archive.ts'
import type { Manifest } from '../manifest.ts'
import { loadDatabase } from '../restore/load-database.ts'
import {
  countSteps,
  type Material,
  openArchivedSecrets,
  requireKnownLevel,
} from '../restore/restore-backup.ts'
import type { Key } from '../secrets.ts'
import type { Progress } from '../write-backup.ts'
import { checkObjects, listPictures } from './check-objects.ts'
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
