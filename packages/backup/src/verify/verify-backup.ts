import { connect, type Db, verifyAudit } from '@nightdesk/db'
import { startEmbedded } from '@nightdesk/db/embedded'
import { type Archive, openArchive } from '../archive/read-archive.ts'
import { type Manifest, objectKeys } from '../manifest.ts'
import { loadDatabase } from '../restore/load-database.ts'
import { openArchivedSecrets, requireKnownLevel } from '../restore/restore-backup.ts'
import type { Key } from '../secrets.ts'
import type { Progress } from '../write-backup.ts'
import { checkObjects } from './check-objects.ts'
import { checkPages } from './check-pages.ts'
import { checkVersions } from './check-versions.ts'
import { recountViews } from './recount-views.ts'
import { createScratch } from './scratch.ts'

export interface VerifyOptions {
  /** Opens the secrets; null leaves them unopened. */
  key: Key | null
  onProgress?: ((progress: Progress) => void) | undefined
}

export interface VerifiedBackup {
  manifest: Manifest
  stories: number
  versions: number
  /** Pictures with the bytes that were uploaded, which can be shown. */
  pictures: number
  /** Rendered stories with the bytes of before; null when another version of Nightdesk had rendered them. */
  pages: number | null
  views: number
  seconds: number
  /** What is wrong, as sentences. Empty for a backup that comes back whole. */
  problems: string[]
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
  await using postgres = await startEmbedded(scratch.home, { settings: NOT_DURABLE })
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

/** Nobody needs the scratch database after a power failure. */
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

async function examine(archive: Archive, db: Db, step: () => void) {
  const versions = await checkVersions(db)
  const pictures = await checkObjects(archive, db, step)
  const pages = await checkPages(archive.manifest, db)
  const figures = await recountViews(db)
  const audit = await verifyAudit(db)
  return {
    stories: versions.stories,
    versions: versions.count,
    pictures: pictures.count,
    pages: pages.count,
    views: figures.views,
    problems: [
      ...versions.problems,
      ...pictures.problems,
      ...pages.problems,
      ...figures.problems,
      ...(audit.problem ? [`The audit log is not as it was written. ${audit.problem}`] : []),
    ],
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
