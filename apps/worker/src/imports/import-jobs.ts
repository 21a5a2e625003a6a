import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Tx } from '@nightdesk/db'
import { askReading, SourceError } from '@nightdesk/import/reading-process'
import type { LargeFiles } from '@nightdesk/storage'
import { sql } from 'kysely'
import { trustedCertificates } from '../env.ts'
import type { JobContext, Task } from '../task.ts'
import type { Request, Step } from './import-process.ts'

/** Lists the items of an uploaded export. A file that cannot be read is a result, not a failed job. */
export const readImport: Task<'read-import'> = async (ctx, { import_id }) => {
  try {
    await runInProcess(ctx, { step: 'read', import_id })
  } catch (error) {
    if (error instanceof SourceError) await giveUp(ctx, import_id, error.message)
    else if (ctx.isLastAttempt && error instanceof Error)
      await giveUp(ctx, import_id, `The file could not be read. ${error.message}`)
    else throw error
  }
}

/** Brings in the items of an uploaded export. */
export const runImport: Task<'run-import'> = async (ctx, { import_id }) => {
  try {
    await runInProcess(ctx, { step: 'run', import_id })
  } catch (error) {
    if (!(error instanceof SourceError || ctx.isLastAttempt)) throw error
    const message = error instanceof SourceError ? error.message : `The import could not go on. ${error}`
    await ctx.transaction((tx) => endRun(tx, import_id, message))
  }
  await finishWithUpload(ctx, import_id, async () => {})
}

/** Deletes what an import made, except for what was edited since. */
export const undoImport: Task<'undo-import'> = async (ctx, { import_id, requested_by }) => {
  try {
    await runInProcess(ctx, { step: 'undo', import_id, actor: requested_by })
  } catch (error) {
    // It can be undone again.
    if (ctx.isLastAttempt) await ctx.transaction((tx) => setDone(tx, import_id, 'undoing'))
    throw error
  }
}

/** Megabytes. Exports that are streams need the first; those of Ghost are one text, and may need more. */
const HEAPS = [96, 512]

/** The states of an import whose step goes on. In any other it was cancelled. */
const WANTED = { read: ['reading', 'ready'], run: ['ready', 'running', 'done'], undo: ['undoing', 'undone'] }

/**
 * Runs a step in a process of its own, so that this one stays small, and survives a file that needs too much memory or time.
 *
 * @throws SourceError when the file cannot be read, or any error of the step
 */
async function runInProcess(
  { db, database_url: url, settings, cdn, run_id, stopping }: JobContext,
  step: Step,
): Promise<void> {
  const isWanted = async () => {
    const found = await db
      .selectFrom('imports')
      .where('id', '=', step.import_id)
      .select('state')
      .executeTakeFirst()
    return found !== undefined && WANTED[step.step].includes(found.state)
  }
  const request: Request = {
    ...step,
    // It is deleted as a whole: people keep files in folders of other names.
    copies: join(settings.DATA_DIR, '.import-copies'),
    url,
    settings,
    run_id,
    has_cdn: cdn !== null,
  }
  const script = new URL('./import-process.ts', import.meta.url)
  try {
    // It gets its settings with the request.
    const env = { ...trustedCertificates(), MALLOC_ARENA_MAX: '1' }
    await askReading(script, request, { heaps: HEAPS, env, signal: stopping, isWanted })
  } catch (error) {
    if (stopping.aborted || (await isWanted())) throw error
  } finally {
    await rm(request.copies, { recursive: true, force: true })
  }
}

/** Nothing is written yet: the import ends here. */
const giveUp = (ctx: JobContext, import_id: number, failure: string) =>
  finishWithUpload(ctx, import_id, async (tx) => {
    await tx.deleteFrom('import_items').where('import_id', '=', import_id).execute()
    await tx
      .updateTable('imports')
      .set({ state: 'failed', failure, finished_at: sql`now()` })
      .where('id', '=', import_id)
      .where('state', '=', 'reading')
      .execute()
  })

/** The file cannot be read any more. What came in already stays, and can be undone. */
async function endRun(tx: Tx, import_id: number, failure: string): Promise<void> {
  await tx
    .updateTable('import_items')
    .set({ state: 'failed', failure })
    .where('import_id', '=', import_id)
    .where('state', '=', 'planned')
    .execute()
  await setDone(tx, import_id, 'running')
}

const setDone = (tx: Tx, import_id: number, from: 'running' | 'undoing') =>
  tx
    .updateTable('imports')
    .set({ state: 'done', finished_at: sql`now()` })
    .where('id', '=', import_id)
    .where('state', '=', from)
    .execute()

/** Ends the job of an import that does not need its file any more. If it is killed, the daily reconciliation deletes the file. */
async function finishWithUpload(
  { finish, import_files }: JobContext,
  import_id: number,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const upload = await finish(async (tx) => {
    await work(tx)
    const row = await tx
      .selectFrom('imports')
      .where('id', '=', import_id)
      .where('state', 'in', ['done', 'failed'])
      .select('upload')
      .forUpdate()
      .executeTakeFirst()
    if (row) await tx.updateTable('imports').set({ upload: null }).where('id', '=', import_id).execute()
    return row?.upload
  })
  if (upload) await import_files.delete(upload)
}

/** Longer than an upload may take. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

/** Deletes uploaded exports that no import needs: of uploads and jobs that were killed. @returns their number */
export async function deleteLeftovers(db: Db, files: LargeFiles): Promise<number> {
  const rows = await db.selectFrom('imports').where('upload', 'is not', null).select('upload').execute()
  const needed = new Set(rows.map(({ upload }) => upload))
  const limit = Date.now() - ABANDONED_AFTER_MS
  let deleted = 0
  for await (const { key, stored_at } of files.list()) {
    if (needed.has(key) || Date.parse(stored_at) > limit) continue
    await files.delete(key)
    deleted += 1
  }
  return deleted
}
