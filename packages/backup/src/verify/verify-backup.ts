import { connect, type Db } from '@nightdesk/db'
import { startEmbedded } from '@nightdesk/db/embedded'
import { type Archive, openArchive } from '../archive/read-archive.ts'
import { type Manifest, objectKeys } from '../manifest.ts'
import { loadDatabase } from '../restore/load-database.ts'
import { openArchivedSecrets, requireKnownLevel } from '../restore/restore-backup.ts'
import type { Key } from '../secrets.ts'
import type { Progress } from '../write-backup.ts'
import { checkObjects } from './check-objects.ts'
import { checkPages } from './check-pages.ts'
import { type Findings, recheck } from './recheck.ts'
import { createScratch } from './scratch.ts'

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
  /** Rendered stories with the bytes of before; null when another version of Nightdesk had rendered them. */
  pages: number | null
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
  const step = countSteps(archive, options)
  await archive.check(step)
  const secrets = await openArchivedSecrets(archive, options.key)
  await using scratch = await createScratch()
  await using postgres = await startEmbedded(scratch.home, { settings: SCRATCH })
  await loadDatabase(archive, postgres, secrets, step)
  const { db, close } = connect(postgres.url, { statementTimeout: 0 })
  try {
    const found = await examine(archive, db, step)
    const seconds = (performance.now() - started) / 1_000
    return { manifest: archive.manifest, ...found, seconds }
  } finally {
    await close()
  }
}

/** Nobody needs the scratch database after a power failure, and it takes little memory from the site that runs beside it. */
const SCRATCH = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '32MB',
  work_mem: '1MB',
  hash_mem_multiplier: 1,
  max_parallel_workers: 0,
}

async function examine(archive: Archive, db: Db, step: () => void) {
  const rows = await recheck(db)
  const pictures = await checkObjects(archive, db, step)
  const pages = await checkPages(archive.manifest, db)
  return {
    ...rows,
    pictures: pictures.count,
    pages: pages.count,
    problems: [...rows.problems, ...pictures.problems, ...pages.problems],
  }
}

function countSteps({ manifest }: Archive, { onProgress = () => {} }: VerifyOptions): () => void {
  const total = manifest.files.length + 1 + manifest.tables.length + objectKeys(manifest).length
  let done = 0
  return () => {
    done += 1
    onProgress({ done, total })
  }
}
