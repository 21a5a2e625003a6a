import { buffer } from 'node:stream/consumers'
import {
  ageViewDays,
  archiveViewMonth,
  dropViewMonth,
  monthsPastRetention,
  prepareViewMonths,
} from '@nightdesk/db'
import { newArchiveKey } from '@nightdesk/storage'
import type { JobContext, Task } from '../task.ts'

/** Creates partitions for the coming months, ages visitors, and archives and drops months past their retention. */
export const keepViewMonths: Task<'view-months'> = async (ctx) => {
  const { db, log, settings } = ctx
  const { SITE_TIMEZONE: timezone, VIEW_RETENTION_MONTHS: retention, VIEW_ARCHIVE } = settings
  const isArchived = VIEW_ARCHIVE === 'on'
  await prepareViewMonths(db)
  const aged = await ageViewDays(db, timezone)
  if (aged.length > 0) log.info({ days: aged }, 'The visitors of old days have aged')
  if (retention === 0) return
  // An archive must not recognise visitors for longer than the database does: younger months wait.
  const past = await monthsPastRetention(db, timezone, retention, { haveAged: isArchived })
  for (const month of past) {
    if (isArchived) await archive(ctx, month)
    await dropViewMonth(db, month)
    log.info({ month }, 'Raw views past their retention were dropped')
  }
}

/** Every file is read back and compared. */
async function archive({ db, storage, transaction, log }: JobContext, month: string): Promise<void> {
  const write = async (bytes: Buffer, number: number) => {
    const key = newArchiveKey(month.slice(0, 7), number)
    await storage.put(key, bytes)
    const stored = await buffer(await storage.get(key))
    if (!stored.equals(bytes)) throw new Error(`The archive ${key} reads back differently`)
    return key
  }
  const written = await archiveViewMonth(db, month, { write, transaction })
  if (written) log.info({ month, ...written }, 'Raw views were archived')
}
