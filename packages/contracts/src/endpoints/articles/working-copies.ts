import { z } from 'zod'
import { content, storedContent } from '../../blocks/blocks.ts'
import { CONTENT_LIMITS } from '../../blocks/content-limits.ts'
import { CONTENT_BODY_LIMIT, endpoint } from '../../endpoint.ts'
import { done, id, instant, nothing, text } from '../../fields.ts'
import { MAX_TITLE } from '../../rules/title-rules.ts'
import { MAX_CHOSEN_REVISION } from '../../rules/working-copy-revision.ts'
import { adminArticle, changedExcerpt, changedPosterAlt } from './articles.ts'
import { changedCredits, credit } from './credits.ts'
import { tag, tagNames } from './tags.ts'
import { MAX_VERSION_NUMBER } from './versions.ts'

/** The unsaved work of one person. Readers, versions and other people never see it. */
export const workingCopy = z
  .object({
    /**
     * Another one after every write. Send it back to detect writes of another window. 0 means no copy: an empty new
     * article leaves none, nor does a text equal to the newest version.
     */
    revision: z.int(),
    /** The `version_number` the work began with; 0 for a new article. */
    base_version: z.int(),
    /** May be empty, unlike the title of an article. */
    title: z.string(),
    excerpt: z.string(),
    poster_image_id: id.nullable(),
    /** Path of the poster on this site, or null. */
    poster_url: z.string().nullable(),
    poster_alt: z.string().nullable(),
    credits: z.array(credit),
    tags: z.array(tag),
    /** Names of the tags the work began with. Tags that others have added or removed since are merged. */
    base_tags: z.array(z.string()),
    content: storedContent,
    /** When this unsaved work began. */
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'WorkingCopy' })
export type WorkingCopy = z.infer<typeof workingCopy>

/** A list’s row of an article that was never saved. */
export const newArticle = z.object({
  key: z.string(),
  title: z.string(),
  excerpt: z.string(),
  created_at: instant,
  updated_at: instant,
})
export type NewArticle = z.infer<typeof newArticle>

/** Articles of one account that may wait for their first save. */
export const MAX_NEW_ARTICLES = 200

/** The revision of a working copy; 0 for none. */
export const revision = z.int().min(0)

/** Names the working copy of a new article. The writing window chooses it. */
export const newArticleKey = z.uuid()

const blockCount = z.int().min(0).max(CONTENT_LIMITS.nodes)

const heading = {
  title: text('Title', MAX_TITLE),
  /** Absent: as in the copy, else as in the article. The same holds for poster and tags. */
  excerpt: changedExcerpt,
  poster_image_id: id.nullable().optional(),
  poster_alt: changedPosterAlt,
  credits: changedCredits,
  tags: tagNames.optional(),
  base_tags: tagNames
    .optional()
    .describe('The tags the work began from. Absent: as in the copy, else those of the article'),
}

const chosenRevision = z.int().min(1).max(MAX_CHOSEN_REVISION).optional()

const writing = {
  next_revision: chosenRevision.describe(
    'The revision that this write makes, a random number for each: by it, a write whose answer is lost can be recognised. ' +
      'Absent: one more than before',
  ),
  first_revision: chosenRevision.describe(
    'What a new copy begins to count with, another number for each. Absent: the server chooses',
  ),
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

/** The answer to a partial write. */
const written = z.object({ revision: z.int(), updated_at: instant })

const base_version = z.int().min(1).max(MAX_VERSION_NUMBER)
const ofArticle = z.object({ id })
const ofNewArticle = z.object({ key: newArticleKey })

export const workingCopies = {
  get: endpoint('GET /admin/articles/:id/working-copy', {
    access: 'author',
    summary: 'The caller’s unsaved work on an article',
    input: ofArticle,
    // Most articles have none, and every editor asks for it: browsers would log each 404 as an error.
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

/** Unsaved work on new articles. Saving it is `articles.create` with its `working_copy_key`. */
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
    // Called only for a key without a working copy: browsers would log a 404 as an error.
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
