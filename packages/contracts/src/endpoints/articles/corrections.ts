import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { done, id, instant, requiredText } from '../../fields.ts'
import { MAX_CORRECTION } from '../../rules/title-rules.ts'

/** What was corrected in a published article, as readers see it. */
export const correction = z.object({ id, text: z.string(), created_at: instant })
export type Correction = z.infer<typeof correction>

/** The same, with the editor who noted it. */
export const notedCorrection = correction.extend({ created_by_name: z.string() })
export type NotedCorrection = z.infer<typeof notedCorrection>

export const corrections = {
  list: endpoint('GET /admin/articles/:id/corrections', {
    access: 'author',
    summary: 'The corrections of an article, the first one first',
    input: z.object({ id }),
    output: z.array(notedCorrection),
    reply: 'data',
  }),
  create: endpoint('POST /admin/articles/:id/corrections', {
    access: 'author',
    summary: 'Note a correction of a published article. Readers see it with its date',
    input: z.object({ id, text: requiredText('Correction', MAX_CORRECTION) }),
    output: notedCorrection,
    reply: 'data',
    status: 201,
  }),
  delete: endpoint('DELETE /admin/articles/:id/corrections/:correction_id', {
    access: 'author',
    summary: 'Remove a correction that was noted by mistake',
    input: z.object({ id, correction_id: id }),
    output: done,
    reply: 'empty',
  }),
}
