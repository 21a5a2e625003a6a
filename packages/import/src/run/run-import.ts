import { AppError } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'
import { isFailed, type Source, SourceError } from '../model.ts'
import { entriesOf } from '../read-entry.ts'
import { type RunContext, type RunningImport, transactionsIn } from './context.ts'
import { importPeople } from './people.ts'
import { recordAddresses } from './site-redirects.ts'
import { writeItem } from './write-item.ts'

/**
 * Writes the people of the source, every listed item that is not written yet, each in a transaction of its own, and then the
 * other addresses of the old site. It can be killed at any time and run again. An item that fails does not stop it.
 *
 * @throws Error when the import is not ready, and whatever keeps the database or the storage from working
 */
export async function runImport(given: RunContext, importId: number, source: Source): Promise<void> {
  const run = await begin(given, importId)
  const ctx = { ...given, transaction: transactionsIn(given, importId, ['running']) }
  const { done, planned } = await countItems(ctx, importId)
  const progress = { done, total: done + planned.size }
  await importPeople(ctx, run, source)
  for await (const { key: newest, old_key = newest, read } of entriesOf(source)) {
    const key = planned.has(newest) ? newest : old_key
    if (!planned.delete(key)) continue
    const item = await read()
    const failure = !item
      ? 'It is empty.'
      : isFailed(item)
        ? item.failure
        : await writeItem(ctx, run, source, { ...item, key }).then(() => undefined, failureOf)
    if (failure !== undefined) await recordFailure(ctx, importId, key, failure)
    progress.done += 1
    ctx.onProgress?.(progress)
  }
  // The file is not the one that was listed.
  for (const key of planned) await recordFailure(ctx, importId, key, 'The file does not have it any more.')
  await recordAddresses(ctx, importId, source, { ...run, has_cdn: ctx.has_cdn })
  await finish(ctx, importId)
}

async function begin({ transaction }: RunContext, importId: number): Promise<RunningImport> {
  return transaction(async (tx) => {
    const run = await tx
      .updateTable('imports')
      .set({ state: 'running' })
      .where('id', '=', importId)
      .where('state', 'in', ['ready', 'running'])
      .returning(['id', 'imports_as', 'fetches_pictures', 'with_tags', 'credits', 'made_by'])
      .executeTakeFirstOrThrow(() => new Error('This import cannot run: it is not ready, or it was undone'))
    if (run.made_by === null) throw new Error('The account that began this import was deleted')
    await markKnown(tx, importId)
    return { ...run, credits: new Map(Object.entries(run.credits)), made_by: run.made_by }
  })
}

/** Items that another import has brought in since they were listed: all, or one. Nothing of them is changed or lost. */
async function markKnown(tx: Tx, importId: number, key: string | null = null): Promise<void> {
  await sql`
    update import_items item set state = 'known', number = known.article_id, article_id = known.article_id,
      notes = '{}', summary = item.summary - 'losses'
    from import_items known
    where item.import_id = ${importId} and item.state = 'planned' and item.key = coalesce(${key}, item.key)
      and known.source = item.source and known.key = item.key
      and known.state in ('done', 'left') and known.article_id is not null`.execute(tx)
}

async function countItems({ db }: RunContext, importId: number) {
  const rows = await db
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .where('state', 'in', ['planned', 'done'])
    .select(['key', 'state'])
    .execute()
  const planned = new Set(rows.flatMap(({ key, state }) => (state === 'planned' ? [key] : [])))
  return { done: rows.length - planned.size, planned }
}

/** SQLSTATE classes of faults in the data: wrong values, broken constraints, limits. */
const OF_THE_DATA = /^(?:22|23|54)/

/** A sentence about a fault of the item. @throws a fault of the system, which has to be tried again */
function failureOf(error: unknown): string {
  if (error instanceof SourceError) return error.message
  if (error instanceof AppError && error.code !== 'UNAVAILABLE') return error.message
  if (!(error instanceof Error)) throw error
  const isOfTheItem =
    'code' in error
      ? OF_THE_DATA.test(String(error.code))
      : error instanceof TypeError || error instanceof RangeError
  if (!isOfTheItem) throw error
  return `This item cannot be stored: ${error.message}`
}

const recordFailure = ({ transaction }: RunContext, importId: number, key: string, failure: string) =>
  transaction(async (tx) => {
    // An import that runs at the same time may have been faster.
    await markKnown(tx, importId, key)
    await tx
      .updateTable('import_items')
      .set({ state: 'failed', failure })
      .where('import_id', '=', importId)
      .where('key', '=', key)
      .where('state', '=', 'planned')
      .execute()
  })

const finish = ({ transaction }: RunContext, importId: number) =>
  transaction((tx) =>
    tx
      .updateTable('imports')
      .set({ state: 'done', finished_at: sql`now()` })
      .where('id', '=', importId)
      .where('state', '=', 'running')
      .execute(),
  )
