import { z } from 'zod'
import { adminArticle, articleState } from './articles.ts'
import { storedContent } from './blocks.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, requiredText } from './fields.ts'
import { pieces } from './search.ts'

export const version = z
  .object({
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
  .meta({ id: 'Version' })
export type Version = z.infer<typeof version>

/** A paragraph that an article has or had. */
export const passage = z.object({
  article_id: id,
  article_title: z.string(),
  article_state: articleState,
  /** Without marks. */
  text: z.string(),
  /** The text around the first hit, in pieces. */
  snippet: pieces,
  /** `version_number`s of the first and the last version that have it. */
  first_version: z.int(),
  first_version_at: instant,
  last_version: z.int(),
  last_version_at: instant,
  last_version_id: id,
  /** Whether it still stands in the article; otherwise the version after the last one cut it. */
  is_current: z.boolean(),
})
export type Passage = z.infer<typeof passage>

export const versions = {
  list: endpoint('GET /admin/articles/:id/versions', {
    access: 'author',
    summary: 'All versions of an article with their content, newest first',
    input: z.object({ id }),
    output: z.array(version),
    reply: 'data',
  }),
  search: endpoint('GET /admin/versions/search', {
    access: 'author',
    summary:
      'Paragraphs of all versions of the articles the caller may see that hold all the words, cut ones first',
    input: z.object({
      q: requiredText('Search', 200),
      article_id: id.optional(),
      limit: z.int().min(1).max(100).optional(),
    }),
    output: z.array(passage),
    reply: 'data',
  }),
  revert: endpoint('POST /admin/articles/:id/versions/revert', {
    access: 'author',
    summary: 'Copy an old version forward as a new one',
    input: z.object({ id, version_id: id }),
    output: adminArticle,
    reply: 'data',
  }),
}
