import { buffer } from 'node:stream/consumers'
import { type ArchivedFile, completeArchive, isArchived, viewFiles } from '@nightdesk/db'
import { newArchiveKey } from '@nightdesk/storage'
import type { JobContext } from '../tasks.ts'

/** Writes the raw views of a month to the storage, unless they are there. Every file is read back and compared. */
export async function archiveViewMonth(ctx: JobContext, month: string): Promise<void> {
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
