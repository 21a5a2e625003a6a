import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '@nightdesk/db'
import { answerRequests, createImageProcessor } from '@nightdesk/images'
import { listItems, openSource, runImport, type Source, SourceError, undoImport } from '@nightdesk/import'
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
  run_id: number
  has_cdn: boolean
}

/** Empty when the step is done. */
export interface Reply {
  /** Why the file cannot be imported, as a sentence for people. */
  unreadable?: string
  /** Any other failure, after which the step can be tried again. */
  error?: string
}

answerRequests<Request, Reply>(async (request) => {
  try {
    await runStep(request)
    return {}
  } catch (error) {
    if (error instanceof SourceError) return { unreadable: error.message }
    if (error instanceof ObjectNotFound)
      return { unreadable: 'The uploaded file is gone. Upload it again, and remove this import.' }
    return { error: error instanceof Error ? error.message : String(error) }
  }
})

interface Import {
  id: number
  file: string
  upload: string | null
  state: string
}

async function runStep(request: Request): Promise<void> {
  const { url, settings, run_id, has_cdn, import_id } = request
  // A broken connection fails the query that needs it.
  const { db, close } = connect(url, { max: 2, statementTimeout: 60_000, onError: () => {} })
  const images = createImageProcessor({ size: 1 })
  await using resources = new AsyncDisposableStack()
  resources.defer(close)
  resources.defer(() => images.close())
  const found = await db
    .selectFrom('imports')
    .where('id', '=', import_id)
    .select(['id', 'file', 'upload', 'state'])
    .executeTakeFirst()
  // It was removed, or an earlier run of the job has ended.
  if (!found || !STATES[request.step].includes(found.state)) return
  const transaction = transactionOf(db, run_id)
  const ctx = { db, storage: await openStore(settings), images, has_cdn, transaction }
  if (request.step === 'undo') await undoImport(ctx, import_id, request.actor)
  else await withSource(settings, found, (source) => FROM_FILE[request.step](ctx, import_id, source))
}

const STATES = { read: ['reading'], run: ['ready', 'running'], undo: ['undoing'] }

const FROM_FILE = { read: listItems, run: runImport }

/** A copy of a file in a bucket is deleted afterwards; what a killed process has left of one, before. */
async function withSource(
  settings: StorageSettings,
  { file, upload }: Import,
  work: (source: Source) => Promise<void>,
): Promise<void> {
  const copies = join(settings.DATA_DIR, 'imports')
  await rm(copies, { recursive: true, force: true })
  const files = await openImportFiles(settings)
  try {
    const source = await openSource(await files.fetch(upload ?? '', copies), { file })
    try {
      await work(source)
    } finally {
      await source.close()
    }
  } finally {
    await rm(copies, { recursive: true, force: true })
  }
}
