import { AppError } from '@nightdesk/contracts'
import { addImage, type Tx, writeAudit } from '@nightdesk/db'
import type { ProcessedImage } from '@nightdesk/images'
import { newKey } from '@nightdesk/storage'
import type { JobContext, Task } from '../task.ts'

/**
 * Copies an image of another site into the storage like an upload, and records the outcome for the person who asked. Only
 * temporary failures, such as an unavailable storage, are retried.
 */
export const copyImage: Task<'copy-image'> = async (ctx, { copy_id }) => {
  try {
    await copy(ctx, copy_id)
  } catch (error) {
    if (ctx.isLastAttempt) await ctx.transaction((tx) => settle(tx, copy_id, NOT_KEPT))
    throw error
  }
}

async function copy(ctx: JobContext, copy_id: number): Promise<void> {
  const asked = await ctx.db
    .selectFrom('image_copies')
    .where('id', '=', copy_id)
    .where('state', '=', 'queued')
    .select(['url', 'requested_by'])
    .executeTakeFirst()
  if (!asked) return
  const fetched = await fetchImage(ctx, asked.url)
  if ('error' in fetched) return ctx.finish((tx) => settle(tx, copy_id, { state: 'failed', ...fetched }))
  const { extension, ...image } = fetched
  const filename = newKey(extension)
  await ctx.storage.put(filename, image.bytes)
  await ctx.finish(async (tx) => {
    const { requested_by } = asked
    const image_id = await addImage(tx, { ...image, filename, uploaded_by: requested_by })
    await settle(tx, copy_id, { state: 'done', image_id })
    await writeAudit(tx, {
      actor_id: requested_by,
      action: 'image.upload',
      target: `image:${image_id}`,
      detail: { by: 'copy', filename, bytes: image.bytes.length },
    })
  })
}

async function fetchImage(
  { download, images, log }: JobContext,
  url: string,
): Promise<ProcessedImage | { error: string }> {
  try {
    return await images.process(await download(url))
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'UNAVAILABLE') throw error
    log.info({ err: error }, 'An image was not copied')
    return { error: error.code === 'UNSUPPORTED_MEDIA_TYPE' ? NO_IMAGE : error.message }
  }
}

const NO_IMAGE = 'There is no image at this address, or none that can be kept: JPEG, PNG, GIF, WebP or AVIF.'

type Outcome = { state: 'done'; image_id: number } | { state: 'failed'; error: string }

const NOT_KEPT: Outcome = { state: 'failed', error: 'The image could not be stored. Please try again later.' }

async function settle(tx: Tx, copy_id: number, outcome: Outcome): Promise<void> {
  await tx.updateTable('image_copies').set(outcome).where('id', '=', copy_id).execute()
}
