import { rm } from 'node:fs/promises'
import { connect } from '@nightdesk/db'
import { createImageProcessor } from '@nightdesk/images'
import { listItems, openSource, runImport, type Source, SourceError, undoImport } from '@nightdesk/import'
import { answerReading } from '@nightdesk/import/reading-process'
import { ObjectNotFound, openImportFiles, openStore, type StorageSettings } from '@nightdesk/storage'
import { transactionOf } from '../job-runs.ts'

export type Step = { import_id: number } & (
  | { step: 'read' }
  | { step: 'run' }
  | { step: 'undo'; actor: number }
)

/** A step with what it needs of the worker, whose job run it is. */
export type Request = Step & {
  url: string
  settings: StorageSettings
  /** Where a file from a bucket is copied to. Deleted afterwards; what a killed process has left of one, before. */
  copies: string
  run_id: number
  has_cdn: boolean
}

answerReading<Request, void>(async (request, guard) => {
  try {
    await runStep(request, guard)
  } catch (error) {
    if (!(error instanceof ObjectNotFound)) throw error
    throw new SourceError('The uploaded file is gone. Upload it again, and remove this import.')
  }
})

async function runStep(request: Request, guard: (source: Source) => Source): Promise<void> {
  const { url, settings, copies, run_id, has_cdn, import_id } = request
  await using resources = new AsyncDisposableStack()
  const { db } = resources.use(connect(url, { max: 2, statementTimeout: 60_000 }))
  const images = createImageProcessor({ size: 1 })
  resources.defer(() => images.close())
  const found = await db
    .selectFrom('imports')
    .where('id', '=', import_id)
    .select(['file', 'upload', 'site', 'state'])
    .executeTakeFirst()
  // It was removed, or an earlier run of the job has ended.
  if (!found || !STATES[request.step].includes(found.state)) return
  const transaction = transactionOf(db, run_id)
  const ctx = { db, storage: await openStore(settings), images, has_cdn, transaction }
  if (request.step === 'undo') return await undoImport(ctx, import_id, request.actor)
  await rm(copies, { recursive: true, force: true })
  const { file, upload, site } = found
  const path = await (await openImportFiles(settings)).fetch(upload ?? '', copies)
  const source = await openSource(path, { file, site: URL.parse(site ?? '') })
  resources.defer(source.close)
  await FROM_FILE[request.step](ctx, import_id, guard(source))
}

const STATES = { read: ['reading'], run: ['ready', 'running'], undo: ['undoing'] }

const FROM_FILE = { read: listItems, run: runImport }
