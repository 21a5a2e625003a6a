import { z } from 'zod'
import { content, storedContent } from '../../blocks/blocks.ts'
import { CONTENT_LIMITS } from '../../blocks/content-limits.ts'
import { CONTENT_BODY_LIMIT, endpoint } from '../../endpoint.ts'
import { done, id, instant, nothing, text } from '../../fields.ts'
import { MAX_TITLE } from '../../rules/text-rules.ts'
import { MAX_FIRST_REVISION } from '../../rules/working-copy-revision.ts'
import { adminArticle, changedExcerpt } from './articles.ts'
import { tag, tagNames } from './tags.ts'
import { MAX_VERSION_NUMBER } from './versions.ts'

/** What one person has written and not yet saved. Readers, versions and other people never see it. */
export const workingCopy = z
  .object({
    /**
     * Rises by one with every write. Send it back to be told when another window wrote in between. 0 is no copy: an
     * article that is not made yet and has no word leaves none.
     */
    revision: z.int(),
    /** The `version_number` the work began from; 0 before the article is made. */
    base_version: z.int(),
    /** May still be empty, unlike that of an article. */
    title: z.string(),
    excerpt: z.string(),
    poster_image_id: id.nullable(),
    /** Path of the poster on this site, or null. */
    poster_url: z.string().nullable(),
    tags: z.array(tag),
    /** Names of the tags the work began from: what others have added or removed since stays so. */
    base_tags: z.array(z.string()),
    content: storedContent,
    /** When this unsaved work began. */
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'WorkingCopy' })
export type WorkingCopy = z.infer<typeof workingCopy>

/** Of an article that is not made yet: what a list shows of it. */
export const newArticle = z.object({
  key: z.string(),
  title: z.string(),
  excerpt: z.string(),
  created_at: instant,
  updated_at: instant,
})
export type NewArticle = z.infer<typeof newArticle>

/** So many articles of one account may wait for their first save. */
export const MAX_NEW_ARTICLES = 200

/** Of a working copy: 0 stands for "there is none yet". */
export const revision = z.int().min(0)

/** Names the working copy of an article that is not made yet. Whoever begins to write chooses it. */
export const newArticleKey = z.uuid()

const blockCount = z.int().min(0).max(CONTENT_LIMITS.nodes)

const heading = {
  title: text('Title', MAX_TITLE),
  /** Absent: as in the copy, else as in the article. So too the poster and the tags. */
  excerpt: changedExcerpt,
  poster_image_id: id.nullable().optional(),
  tags: tagNames.optional(),
  base_tags: tagNames
    .optional()
    .describe('The tags the work began from. Absent: as in the copy, else those of the article'),
}

const writing = {
  first_revision: z
    .int()
    .min(1)
    .max(MAX_FIRST_REVISION)
    .optional()
    .describe('What a new copy begins to count with, another number for each. Absent: the server chooses'),
  ...heading,
}

const put = {
  revision: revision.optional().describe('The one last seen, 0 for none. Absent: overwrite'),
  ...writing,
  content,
}

const patch = {
  revisions: z
    .array(revision)
    .min(1)
    .max(3)
    .describe('Those the change fits: the one last seen, and that of a write whose answer has not come'),
  ...writing,
  head: blockCount.describe('How many blocks stay at the beginning'),
  tail: blockCount.describe('How many blocks stay at the end'),
  insert: content.describe('What stands between them now'),
}

/** What a partial write answers. */
const written = z.object({ revision: z.int(), updated_at: instant })

const base_version = z.int().min(1).max(MAX_VERSION_NUMBER)
const ofArticle = z.object({ id })
const ofNewArticle = z.object({ key: newArticleKey })

export const workingCopies = {
  get: endpoint('GET /admin/articles/:id/working-copy', {
    access: 'author',
    summary: 'The caller’s unsaved work on an article',
    input: ofArticle,
    // Most articles have none, and every editor asks when it opens: browsers would log each 404 as a failure.
    output: workingCopy.nullable(),
    missing: 'Working copy',
  }),
  put: endpoint('PUT /admin/articles/:id/working-copy', {
    access: 'author',
    summary: 'Keep the caller’s unsaved work; nobody else sees it. A stale `revision` is refused with 409',
    input: ofArticle.extend({ ...put, base_version }),
    output: workingCopy,
    bodyLimit: CONTENT_BODY_LIMIT,
  }),
  patch: endpoint('PATCH /admin/articles/:id/working-copy', {
    access: 'author',
    summary:
      'Change a part of the caller’s unsaved work, or of the version it begins from: small enough to be sent by a page ' +
      'that is being closed. When its revision is none of `revisions`: 409',
    input: ofArticle.extend({ ...patch, base_version }),
    output: written,
    bodyLimit: CONTENT_BODY_LIMIT,
  }),
  delete: endpoint('DELETE /admin/articles/:id/working-copy', {
    access: 'author',
    summary: 'Give up the caller’s unsaved work; a stale `revision` is refused with 409',
    input: ofArticle.extend({ revision: revision.optional() }),
    output: done,
    reply: 'empty',
  }),
}

/** Unsaved work before there is an article. Saving it is `articles.create` with its `working_copy_key`. */
export const newArticles = {
  list: endpoint('GET /admin/working-copies', {
    access: 'author',
    summary: 'What the caller has begun to write and never saved, the newest change first',
    input: nothing,
    output: z.array(newArticle),
  }),
  get: endpoint('GET /admin/working-copies/:key', {
    access: 'author',
    summary: 'The text of an article that the caller has begun and not saved yet',
    input: ofNewArticle,
    output: workingCopy,
  }),
  article: endpoint('GET /admin/working-copies/:key/article', {
    access: 'author',
    summary: 'The article that a save has made of what the caller had begun to write',
    input: ofNewArticle,
    // Asked only where the key leads to no text any more: browsers would log a 404 as a failure.
    output: adminArticle.nullable(),
    missing: 'Article',
  }),
  put: endpoint('PUT /admin/working-copies/:key', {
    access: 'author',
    summary:
      'Keep what the caller has begun to write, under a new UUID. An empty text leaves nothing; a stale `revision` is 409',
    input: ofNewArticle.extend(put),
    output: workingCopy,
    bodyLimit: CONTENT_BODY_LIMIT,
  }),
  patch: endpoint('PATCH /admin/working-copies/:key', {
    access: 'author',
    summary:
      'Change a part of what the caller has begun to write. When its revision is none of `revisions`: 409',
    input: ofNewArticle.extend(patch),
    output: written,
    bodyLimit: CONTENT_BODY_LIMIT,
  }),
  delete: endpoint('DELETE /admin/working-copies/:key', {
    access: 'author',
    summary: 'Give up what the caller has begun to write; a stale `revision` is refused with 409',
    input: ofNewArticle.extend({ revision: revision.optional() }),
    output: done,
    reply: 'empty',
  }),
}
