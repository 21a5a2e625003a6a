import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import type { JobContext, Task } from '../tasks.ts'
import { runInProcess, Unreadable } from './run-in-process.ts'

/** Lists the items of an uploaded export. A file that cannot be read is a result, not a failed job. */
export const readImport: Task<'read-import'> = async (ctx, { import_id }) => {
  try {
    await runInProcess(ctx, { step: 'read', import_id })
  } catch (error) {
    if (error instanceof Unreadable) await giveUp(ctx, import_id, error.message)
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
    if (!(error instanceof Unreadable)) throw error
    const { message } = error
    await ctx.transaction((tx) => endRun(tx, import_id, message))
  }
  await finishWithUpload(ctx, import_id, async () => {})
}

/** Deletes what an import made, except for what was edited since. */
export const undoImport: Task<'undo-import'> = (ctx, { import_id, requested_by }) =>
  runInProcess(ctx, { step: 'undo', import_id, actor: requested_by })

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
  await tx
    .updateTable('imports')
    .set({ state: 'done', finished_at: sql`now()` })
    .where('id', '=', import_id)
    .where('state', '=', 'running')
    .execute()
}

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
