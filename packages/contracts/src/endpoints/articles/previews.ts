import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { done, id, instant } from '../../fields.ts'

/** Hours until a link expires. */
export const PREVIEW_HOURS = { min: 1, default: 7 * 24, max: 30 * 24 } as const

/** A link that shows an article to anybody who has it. */
export const preview = z.object({
  id,
  created_at: instant,
  created_by_name: z.string(),
  expires_at: instant,
  /** Shows its maker’s unsaved work, if there is any; otherwise always the newest version. */
  with_unsaved: z.boolean(),
})
export type Preview = z.infer<typeof preview>

export const previews = {
  list: endpoint('GET /admin/articles/:id/previews', {
    access: 'author',
    summary: 'The preview links of an article that work, newest first; their addresses are kept nowhere',
    input: z.object({ id }),
    output: z.array(preview),
    reply: 'data',
  }),
  create: endpoint('POST /admin/articles/:id/previews', {
    access: 'author',
    summary: 'Make a link that shows the article as it is at that time, whatever its state',
    input: z.object({
      id,
      hours: z
        .int()
        .min(PREVIEW_HOURS.min)
        .max(PREVIEW_HOURS.max)
        .optional()
        .describe(`How long it works. Absent: ${PREVIEW_HOURS.default}`),
      with_unsaved: z
        .boolean()
        .optional()
        .describe('Show what the caller has not saved yet, where there is such work. Absent: no'),
    }),
    output: preview.extend({ url: z.url() }),
    reply: 'data',
    status: 201,
  }),
  revoke: endpoint('DELETE /admin/articles/:id/previews/:preview_id', {
    access: 'author',
    summary: 'End a preview link at once',
    input: z.object({ id, preview_id: id }),
    output: done,
    reply: 'empty',
  }),
}
