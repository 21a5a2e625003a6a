import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { id } from '../../fields.ts'
import { MAX_TAGS } from '../../rules/tag-rules.ts'
import { publishedText, restoredSchedule } from './articles.ts'
import { tagNameInput } from './tags.ts'

/** Articles that one call may change. */
export const MAX_BULK = 100

const BULK_CHANGES = ['publish', 'unpublish', 'archive', 'restore', 'add_tag', 'remove_tag'] as const
export type BulkChange = (typeof BULK_CHANGES)[number]

const changedArticle = z.object({
  id,
  base_version: publishedText.base_version.describe(
    'The version the caller saw. When others changed the text since, it is refused. Absent: any',
  ),
  version_number: publishedText.version_number,
  schedule: restoredSchedule.optional(),
  tag_position: z
    .int()
    .min(1)
    .max(MAX_TAGS)
    .optional()
    .describe('Where the new tag goes among its tags. Absent: last'),
})
export type ChangedArticle = z.input<typeof changedArticle>

const bulkResult = z.object({
  id,
  /** `unchanged`: it already was as asked. */
  outcome: z.enum(['changed', 'unchanged', 'refused']),
  /** Why it was refused, as a sentence; otherwise null. */
  message: z.string().nullable(),
})
export type BulkResult = z.infer<typeof bulkResult>

export const bulk = {
  change: endpoint('POST /admin/articles/bulk', {
    access: 'author',
    summary:
      'Publish, unpublish, archive, restore or tag several articles. A refused article does not stop the others',
    input: z
      .object({
        change: z.enum(BULK_CHANGES),
        articles: z.array(changedArticle).min(1).max(MAX_BULK),
        tag: tagNameInput.optional().describe('The tag to add or remove'),
      })
      .refine(({ change, tag }) => tag !== undefined || !change.endsWith('_tag'), {
        path: ['tag'],
        message: 'Tag is required',
      }),
    output: z.array(bulkResult),
    reply: 'data',
  }),
}
