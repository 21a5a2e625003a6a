import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { id } from '../../fields.ts'
import { adminArticle, publishAt } from './articles.ts'

export const schedules = {
  set: endpoint('PUT /admin/articles/:id/schedule', {
    access: 'author',
    summary: 'Publish a draft at a time to come, with what is saved until then, or as one version has it',
    input: z.object({
      id,
      publish_at: publishAt.describe('An instant with any offset, by the database’s clock'),
      version_number: z
        .int()
        .min(1)
        .optional()
        .describe('What goes out. Absent: the newest version at that time'),
    }),
    output: adminArticle,
    reply: 'article',
  }),
  cancel: endpoint('DELETE /admin/articles/:id/schedule', {
    access: 'author',
    summary: 'Do not publish by itself what was scheduled',
    input: z.object({ id }),
    output: adminArticle,
    reply: 'article',
  }),
}
