import { z } from 'zod'
import { article, articleState } from './articles.ts'
import { storedContent } from './blocks.ts'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'

export const version = z.object({
  id,
  article_id: id,
  version_number: z.int(),
  state: articleState,
  title: z.string(),
  excerpt: z.string(),
  poster_image_id: id.nullable(),
  poster_url: z.string().nullable(),
  content: storedContent,
  word_count: z.int(),
  created_at: instant,
  created_by_name: z.string(),
  /** Written by the server: "Edited title and 3 blocks, +120 words". */
  change_description: z.string(),
})
export type Version = z.infer<typeof version>

export const versions = {
  list: endpoint('GET /admin/articles/:id/versions', {
    access: 'author',
    summary: 'All versions of an article with their content, newest first',
    input: z.object({ id }),
    output: z.array(version),
    reply: 'data',
  }),
  revert: endpoint('POST /admin/articles/:id/versions/revert', {
    access: 'author',
    summary: 'Copy an old version forward as a new one',
    input: z.object({ id, version_id: id }),
    output: article,
    reply: 'data',
  }),
}
