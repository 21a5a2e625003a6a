import type { Task } from '../tasks.ts'

/** Copies the pictures of an imported item from the old site. */
export const importPictures: Task<'import-pictures'> = async (ctx, { item_id }) => {
  // Loaded when it is needed: an idle worker saves its memory.
  const { copyPictures } = await import('@nightdesk/import')
  await copyPictures({ ...ctx, has_cdn: ctx.cdn !== null }, item_id)
}
