import { z } from 'zod'
import { content, storedContent } from './blocks.ts'
import { CONTENT_BODY_LIMIT, endpoint } from './endpoint.ts'
import { id, instant, paging, requiredText, text } from './fields.ts'
import { MAX_TITLE } from './text-rules.ts'

export const ARTICLE_STATES = ['draft', 'published', 'archived', 'deleted'] as const
export const articleState = z.enum(ARTICLE_STATES)
export type ArticleState = z.infer<typeof articleState>

export const title = requiredText('Title', MAX_TITLE)
/** Code points. */
export const MAX_EXCERPT = 1000
export const excerpt = text('Excerpt', MAX_EXCERPT)

/** An article without its content: what lists show. */
export const articleSummary = z.object({
  id,
  title: z.string(),
  excerpt: z.string(),
  state: articleState,
  author_id: id,
  author_name: z.string(),
  poster_image_id: id.nullable(),
  /** Path of the poster on this site, or null. */
  poster_url: z.string().nullable(),
  word_count: z.int(),
  /** Rises by one with every version. Send it back as `base_version` to be told of a conflict. */
  version_number: z.int(),
  version_id: id,
  created_at: instant,
  date_created: instant,
  /** Moves with a save or revert that changed something; not with publishing. */
  date_updated: instant,
  /** The first publication. */
  date_published: instant.nullable(),
})
export type ArticleSummary = z.infer<typeof articleSummary>

export const article = articleSummary.extend({ content: storedContent })
export type Article = z.infer<typeof article>

const posterImageId = id.nullable().optional()
export const SORT_KEYS = ['title', '-title', 'state', '-state', 'date_updated', '-date_updated'] as const

export const articles = {
  list: endpoint('GET /admin/articles', {
    access: 'author',
    summary: 'The articles the caller may see, newest change first; those in the trash only when asked for',
    input: z.object({
      ...paging,
      state: articleState.optional(),
      sort: z.enum(SORT_KEYS).optional(),
    }),
    output: z.array(articleSummary),
  }),
  get: endpoint('GET /admin/articles/:id', {
    access: 'author',
    summary: 'One article with its content',
    input: z.object({ id }),
    output: article,
  }),
  create: endpoint('POST /admin/articles', {
    access: 'author',
    summary: 'Create a draft. Without an excerpt, one is derived from the content',
    input: z.object({ title, content, excerpt: excerpt.optional(), poster_image_id: posterImageId }),
    output: article,
    reply: 'article',
    status: 201,
    bodyLimit: CONTENT_BODY_LIMIT,
  }),
  update: endpoint('PUT /admin/articles/:id', {
    access: 'author',
    summary: 'Save as a new version; of a published article the public page changes at once',
    input: z.object({
      id,
      title: title.optional(),
      content: content.optional(),
      excerpt: excerpt.optional(),
      poster_image_id: posterImageId,
      /** The version the edit began from. When others changed the text since: 409. Absent: overwrite. */
      base_version: z.int().min(1).optional(),
      /**
       * The caller’s working copy that this save is made of, 0 for none: it is removed with the save, a newer one
       * stays. Absent: whatever working copy the caller has is removed.
       */
      working_copy_revision: z.int().min(0).optional(),
    }),
    output: article,
    reply: 'article',
    bodyLimit: CONTENT_BODY_LIMIT,
  }),
  publish: endpoint('PUT /admin/articles/:id/publish', {
    access: 'author',
    summary: 'Publish a draft',
    input: z.object({ id }),
    output: article,
    reply: 'article',
  }),
  unpublish: endpoint('PUT /admin/articles/:id/draft', {
    access: 'author',
    summary: 'Take a published article back to draft',
    input: z.object({ id }),
    output: article,
    reply: 'article',
  }),
  archive: endpoint('PUT /admin/articles/:id/archive', {
    access: 'author',
    summary: 'Put an article away: no longer public, restorable',
    input: z.object({ id }),
    output: article,
    reply: 'article',
  }),
  restore: endpoint('PUT /admin/articles/:id/restore', {
    access: 'author',
    summary: 'Bring an archived or trashed article back as a draft',
    input: z.object({ id }),
    output: article,
    reply: 'article',
  }),
  delete: endpoint('DELETE /admin/articles/:id', {
    access: 'author',
    summary: 'Move an article to the trash',
    input: z.object({ id }),
    output: article,
    reply: 'article',
  }),
}
