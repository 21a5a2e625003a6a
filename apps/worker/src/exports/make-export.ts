import { PassThrough } from 'node:stream'
import { EXPORT_HOURS, type JobPayload } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import {
  type ExportChoices,
  type ExportProgress,
  type ExportReport,
  type ExportSource,
  streamExport,
} from '@nightdesk/export'
import { type LargeFiles, newKey, StorageFull, StorageUnavailable } from '@nightdesk/storage'
import { sql } from 'kysely'
import { SupersededRun } from '../job-runs.ts'
import type { JobContext } from '../task.ts'

/** An admin has deleted the export while it was made. */
class ExportRemoved extends Error {
  override name = 'ExportRemoved'
}

/**
 * Writes all stories into a zip file in the storage. After a failure, the export has a sentence that says why, and its job is
 * tried again only by an admin.
 */
export async function makeExport(
  ctx: JobContext,
  { export_id: id, site }: JobPayload<'export-site'>,
): Promise<void> {
  const { db, storage, export_files: files, log, run_id, isLastAttempt, transaction, finish } = ctx
  try {
    const choices = await transaction((tx) => begin(tx, id, isLastAttempt))
    const onProgress = recordPercents((progress) => transaction((tx) => setProgress(tx, id, progress)))
    const key = newKey('zip')
    // The code that makes e-books is loaded when it is needed.
    const renditions = choices.ebooks ? await import('@nightdesk/renditions') : null
    using books = await renditions?.openEbooks({ db, storage, readSite: async () => site }, log)
    const source = { db, storage, site, onProgress }
    const report = await writeFile(files, key, source, { ...choices, readEbook: books?.read })
    const { size } = await files.head(key)
    const isWanted = await finish((tx) => setDone(tx, id, { key, bytes: size }, report))
    if (!isWanted) return await files.delete(key)
    log.info({ export_id: id, bytes: size, ...report }, 'Export written')
  } catch (error) {
    if (error instanceof ExportRemoved) return
    if (error instanceof SupersededRun) throw error
    await transaction((tx) => setFailed(tx, id, run_id, sentenceFor(error)))
    throw error
  }
}

/** The file is written while it is made: no disk has to hold it besides the storage. */
async function writeFile(
  files: LargeFiles,
  key: string,
  source: ExportSource,
  choices: ExportChoices,
): Promise<ExportReport> {
  const bytes = new PassThrough()
  const report = streamExport(source, bytes, choices)
  // Its failure breaks the stream, and so is that of the file.
  report.catch(() => {})
  await files.write(key, bytes)
  return report
}

/** Passes on one progress for each percent: a site may have very many stories. */
function recordPercents(record: (progress: ExportProgress) => Promise<void>) {
  let recorded = -1
  return async (progress: ExportProgress) => {
    const percent = Math.floor((100 * progress.done) / Math.max(1, progress.total))
    if (percent === recorded) return
    recorded = percent
    await record(progress)
  }
}

/**
 * @param isRetry whether the job may be one that failed, which has a single attempt then
 * @returns what the export has besides the stories
 * @throws ExportRemoved when the export was deleted, or is not to be made any more
 */
const begin = (tx: Tx, id: number, isRetry: boolean) =>
  tx
    .updateTable('exports')
    .set({ state: 'running', failure: null, done: 0, total: 0 })
    .where('id', '=', id)
    .where('state', 'in', isRetry ? ['waiting', 'running', 'failed'] : ['waiting', 'running'])
    .returning(['ebooks', 'versions', 'analytics'])
    .executeTakeFirstOrThrow(() => new ExportRemoved())

/** @throws ExportRemoved when the export was deleted */
async function setProgress(tx: Tx, id: number, { done, total }: ExportProgress): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('exports')
    .set({ done, total })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ExportRemoved()
}

/** @returns whether the export was not deleted meanwhile */
async function setDone(
  tx: Tx,
  id: number,
  file: { key: string; bytes: number },
  { stories, unpublished_changes, pictures, missing_pictures }: ExportReport,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('exports')
    .set({ ...file, stories, unpublished_changes, pictures, missing_pictures: missing_pictures.length })
    .set({ state: 'done', expires_at: sql<string>`now() + make_interval(hours => ${EXPORT_HOURS})` })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The job has no attempts left, so that System status lists it with its error until an admin tries it again. */
async function setFailed(tx: Tx, id: number, run_id: number, failure: string): Promise<void> {
  await tx.updateTable('exports').set({ state: 'failed', failure }).where('id', '=', id).execute()
  await sql`
    update graphile_worker._private_jobs set max_attempts = 1
    where id = (select job_id from job_runs where id = ${run_id})`.execute(tx)
}

function sentenceFor(error: unknown): string {
  if (error instanceof StorageFull) return 'The storage has no room for the export.'
  if (error instanceof StorageUnavailable) return 'The storage cannot be reached, or it is full.'
  return 'Something went wrong. System status has the jobs that failed.'
}
