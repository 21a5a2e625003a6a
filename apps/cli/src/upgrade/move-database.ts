import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  earlierPostgresOf,
  formerMarkOf,
  isScratch,
  scratchOf,
  swapPlanOf,
} from '@nightdesk/backup/unfinished'
import { explain } from '@nightdesk/config/programs'
import { clusterMajor, isLocked, POSTGRES_MAJOR } from '@nightdesk/db/embedded'
import type { Env } from '../env.ts'

type Place = Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>

/**
 * Moves the embedded database of a release with an earlier major version of Postgres to that of this one, and completes a move
 * or restore that was killed. Loads the code of both only then, as it takes memory.
 * @returns after a move, how to go back, in a sentence; null when there was nothing to move
 */
export async function moveDatabase({ DATABASE_URL, DATA_DIR }: Place): Promise<string | null> {
  if (DATABASE_URL) return null
  await completeRestore(DATA_DIR)
  // Of a restore that was stopped. One that runs holds the lock.
  const scratch = scratchOf(DATA_DIR)
  if (existsSync(scratch) && (await isScratch(scratch)) && !isLocked(scratch))
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  if (await isOfThisRelease(DATA_DIR)) {
    // Of a move that was killed when it was done.
    const earlier = earlierPostgresOf(DATA_DIR)
    if (existsSync(earlier)) await rm(earlier, { recursive: true, force: true })
    return null
  }
  const [{ upgradePostgres }, { withProgressBar }] = await Promise.all([
    import('@nightdesk/backup'),
    import('../terminal.ts'),
  ])
  const { from, before } = await withProgressBar('tables', (onProgress) =>
    upgradePostgres(DATA_DIR, { onDownload, onProgress }),
  )
  const wayBack = describeWayBack(DATA_DIR, before)
  console.log(
    `The database was moved from Postgres ${from} to ${POSTGRES_MAJOR}; ${before} has the one of before. ${wayBack}`,
  )
  return wayBack
}

/** Completes a restore that was killed while it moved the data into place. Loads the code of backups only then. */
export async function completeRestore(data_dir: string): Promise<void> {
  if (!existsSync(swapPlanOf(data_dir))) return
  const backup = await import('@nightdesk/backup')
  await backup.completeRestore(data_dir)
}

/** Also where there is no database, and where there is one of a later release, which is refused when it is started. */
export async function isOfThisRelease(data_dir: string): Promise<boolean> {
  const major = await clusterMajor(join(data_dir, 'postgres'))
  return major === null || major >= POSTGRES_MAJOR
}

const onDownload = (major: number) =>
  console.log(
    `The database is of Postgres ${major}, and is moved to Postgres ${POSTGRES_MAJOR}. Nothing of it is deleted.`,
  )

const describeWayBack = (data_dir: string, before: string) =>
  `To go back to it, stop Nightdesk, run \`rm -r "${data_dir}/postgres" && mv "${before}/postgres" "${data_dir}/"\`, and start the release before.`

/**
 * After a move, the stored files belong to the new cluster if they belonged to the one of before. Without that, nothing is deleted
 * from the store, as it could be that of another site.
 * @param url of the moved database
 */
export async function completeMove(env: Env, url: string): Promise<void> {
  const path = formerMarkOf(env.DATA_DIR)
  if (env.DATABASE_URL || !existsSync(path)) return
  const [{ connect, installationMark }, { claimStore, openStore, readOwner }] = await Promise.all([
    import('@nightdesk/db'),
    import('@nightdesk/storage'),
  ])
  const storage = await openStore(env)
  try {
    await using connection = connect(url, { max: 1 })
    const [former, owner] = await Promise.all([readFile(path, 'utf8'), readOwner(storage)])
    if (owner === former) await claimStore(storage, await installationMark(connection.db))
    await rm(path)
  } catch (error) {
    // The next start tries again.
    console.error(
      `The storage does not know yet that its files are those of the moved database: ${explain(error)}`,
    )
  }
}
