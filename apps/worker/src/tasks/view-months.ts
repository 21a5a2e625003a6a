import { buffer } from 'node:stream/consumers'
import {
  type ArchivedFile,
  ageViewDays,
  completeArchive,
  dropViewMonth,
  hasAged,
  isArchived,
  monthsPastRetention,
  prepareViewMonths,
  viewFiles,
} from '@nightdesk/db'
import { newArchiveKey } from '@nightdesk/storage'
import type { JobContext, Task } from '../task.ts'

/** Creates partitions for the coming months, ages visitors, and archives and drops months past their retention. */
export const keepViewMonths: Task<'view-months'> = async (ctx) => {
  const { db, timezone, log } = ctx
  await prepareViewMonths(db)
  const aged = await ageViewDays(db, timezone)
  if (aged.length > 0) log.info({ days: aged }, 'The visitors of old days have aged')
  for (const month of await monthsToDrop(ctx)) {
    if (ctx.archives_views) await archiveViewMonth(ctx, month)
    await dropViewMonth(db, month)
    log.info({ month }, 'Raw views past their retention were dropped')
  }
}

async function monthsToDrop({ db, timezone, view_retention_months, archives_views }: JobContext) {
  if (view_retention_months === 0) return []
  const past = await monthsPastRetention(db, timezone, view_retention_months)
  if (!archives_views) return past
  // An archive must not recognise visitors for longer than the database does: younger months wait.
  const areAged = await Promise.all(past.map((month) => hasAged(db, month)))
  return past.filter((_, index) => areAged[index])
}

/** Writes the raw views of a month to the storage, unless they are there. Every file is read back and compared. */
async function archiveViewMonth(ctx: JobContext, month: string): Promise<void> {
  if (await isArchived(ctx.db, month)) return
  const files: ArchivedFile[] = []
  for await (const { number, views, bytes } of viewFiles(ctx.db, month)) {
    const key = newArchiveKey(month.slice(0, 7), number)
    await store(ctx, key, bytes)
    files.push({ number, key, bytes: bytes.length, views })
  }
  // Files of a run that ends before this are deleted by the reconciliation of the storage.
  await ctx.transaction((tx) => completeArchive(tx, month, files))
  const views = files.reduce((sum, file) => sum + file.views, 0)
  ctx.log.info({ month, views, files: files.length }, 'Raw views were archived')
}

async function store({ storage }: JobContext, key: string, bytes: Buffer) {
  await storage.put(key, bytes)
  const stored = await buffer(await storage.get(key))
  if (!stored.equals(bytes)) throw new Error(`The archive ${key} reads back differently`)
}
