import type { Task } from '../tasks.ts'

/** Writes all stories into a zip file. */
export const exportSite: Task<'export-site'> = async (ctx, payload) => {
  // Loaded when it is needed: an idle worker saves its memory.
  const { makeExport } = await import('./make-export.ts')
  await makeExport(ctx, payload)
}
