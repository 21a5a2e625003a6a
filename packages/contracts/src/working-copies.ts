import { z } from 'zod'
import { excerpt } from './articles.ts'
import { content, storedContent } from './blocks.ts'
import { MAX_FIRST_REVISION } from './copy-rules.ts'
import { CONTENT_BODY_LIMIT, endpoint } from './endpoint.ts'
import { done, id, instant, text } from './fields.ts'
import { tag, tagNames } from './tags.ts'
import { MAX_TITLE } from './text-rules.ts'

/** What one person has written on an article and not yet saved. Readers, versions and other people never see it. */
export const workingCopy = z
  .object({
    /** Rises by one with every write. Send it back to be told when another window wrote in between. */
    revision: z.int(),
    /** The `version_number` the work began from. */
    base_version: z.int(),
    /** May still be empty, unlike that of an article. */
    title: z.string(),
    excerpt: z.string(),
    poster_image_id: id.nullable(),
    /** Path of the poster on this site, or null. */
    poster_url: z.string().nullable(),
    tags: z.array(tag),
    content: storedContent,
    updated_at: instant,
  })
  .meta({ id: 'WorkingCopy' })
export type WorkingCopy = z.infer<typeof workingCopy>

/** Of a working copy: 0 stands for "there is none yet". */
export const revision = z.int().min(0)

export const workingCopies = {
  get: endpoint('GET /admin/articles/:id/working-copy', {
    access: 'author',
    summary: 'The caller’s unsaved work on an article',
    input: z.object({ id }),
    output: workingCopy,
  }),
  put: endpoint('PUT /admin/articles/:id/working-copy', {
    access: 'author',
    summary: 'Keep the caller’s unsaved work; nobody else sees it. A stale `revision` is refused with 409',
    input: z.object({
      id,
      revision: revision.optional().describe('The one last seen, 0 for none. Absent: overwrite'),
      first_revision: z
        .int()
        .min(1)
        .max(MAX_FIRST_REVISION)
        .optional()
        .describe(
          'What a new copy begins to count with, another number for each. Absent: the server chooses',
        ),
      base_version: z.int().min(1),
      title: text('Title', MAX_TITLE),
      content,
      /** Absent: as in the copy, else as in the article. So too the poster and the tags. */
      excerpt: excerpt.optional(),
      poster_image_id: id.nullable().optional(),
      tags: tagNames.optional(),
    }),
    output: workingCopy,
    bodyLimit: CONTENT_BODY_LIMIT,
  }),
  delete: endpoint('DELETE /admin/articles/:id/working-copy', {
    access: 'author',
    summary: 'Give up the caller’s unsaved work; a stale `revision` is refused with 409',
    input: z.object({ id, revision: revision.optional() }),
    output: done,
    reply: 'empty',
  }),
}
