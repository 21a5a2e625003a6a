import { z } from 'zod'
import { content, storedContent } from '../blocks/content.ts'
import { CONTENT_LIMITS } from '../blocks/limits.ts'
import { CONTENT_BODY_LIMIT, endpoint, ofWriters } from '../endpoint.ts'
import { id, instant, paging, requiredName, requiredText, text } from '../fields.ts'
import { MAX_CHOSEN_REVISION, MAX_LABEL_LENGTH, MAX_TITLE } from '../rules/articles.ts'
import {
  adminArticle,
  articleState,
  changedFields,
  publishedText,
  revision,
  tag,
  tagNames,
  textFields,
  versionNumber,
} from './articles.ts'
import { pieces } from './published.ts'

const versionFields = z.object({
  id,
  article_id: id,
  version_number: z.int(),
  state: articleState,
  ...textFields,
  word_count: z.int(),
  created_at: instant,
  created_by_name: z.string(),
  /** Written by the server: "Edited title and 3 blocks, +120 words". */
  change_description: z.string(),
  /** Written by a person: "before the edit by Njeri". */
  label: z.string().nullable(),
})

const version = versionFields.extend({ content: storedContent }).meta({ id: 'Version' })
export type Version = z.infer<typeof version>

/** A version in a list. Only the newest ones have content. */
const versionSummary = versionFields
  .extend({ content: storedContent.optional() })
  .meta({ id: 'VersionSummary' })
export type VersionSummary = z.infer<typeof versionSummary>

/** Limits of the list with contents. The newest version is included even if it alone exceeds the second limit. */
export const MAX_VERSIONS_WITH_CONTENT = 20
export const MAX_BYTES_OF_VERSIONS = 512 * 1024

const timelinePoint = versionFields
  .pick({ id: true, version_number: true, created_at: true, created_by_name: true, label: true })
  .extend({
    /** The version before was not public. */
    is_publication: z.boolean(),
    /** Readers see it now. */
    is_public: z.boolean(),
  })
export type TimelinePoint = z.infer<typeof timelinePoint>

/** Of older versions, the time line has none. */
export const MAX_TIMELINE_POINTS = 5_000

/** A paragraph of some version of an article. */
const passage = z.object({
  article_id: id,
  article_title: z.string(),
  article_state: articleState,
  /** Plain text, without marks. */
  text: z.string(),
  /** The text around the first hit, in pieces. */
  snippet: pieces,
  /** `version_number`s of the first and the last version with the paragraph. */
  first_version: z.int(),
  first_version_at: instant,
  last_version: z.int(),
  last_version_at: instant,
  last_version_id: id,
  /** Whether the current version has it; otherwise the version after `last_version` cut it. */
  is_current: z.boolean(),
})
export type Passage = z.infer<typeof passage>

export const versions = {
  list: endpoint('GET /admin/articles/:id/versions', {
    ...ofWriters,
    summary:
      'The newest versions of an article with their content, at most 20 and about 512 KiB. With `limit` or `before`, ' +
      'pages of all versions without content',
    input: z.object({
      id,
      before: versionNumber
        .optional()
        .describe('The `version_number` where the page before ended. Absent: from the newest'),
      limit: paging.limit.describe('Rows of a page. With `before`, absent: 50'),
    }),
    output: z.array(versionSummary),
  }),
  get: endpoint('GET /admin/articles/:id/versions/:version_id', {
    ...ofWriters,
    summary: 'One version of an article with its content',
    output: version,
    isOneRecord: true,
  }),
  timeline: endpoint('GET /admin/articles/:id/timeline', {
    ...ofWriters,
    summary: 'Time, writer, label and publication of the newest 5,000 versions of an article, oldest first',
    output: z.array(timelinePoint),
  }),
  label: endpoint('PUT /admin/articles/:id/versions/:version_id/label', {
    ...ofWriters,
    summary: 'Label a version; null removes the label',
    input: z.object({ id, version_id: id, label: requiredName('Label', MAX_LABEL_LENGTH).nullable() }),
    output: versionFields,
  }),
  search: endpoint('GET /admin/versions/search', {
    ...ofWriters,
    summary:
      'Paragraphs of all versions of the articles the caller may see that hold all the words, cut ones first',
    input: z.object({
      q: requiredText('Search', 200),
      article_id: id.optional(),
      limit: z.int().min(1).max(100).default(30),
    }),
    output: z.array(passage),
  }),
  revert: endpoint('POST /admin/articles/:id/versions/revert', {
    ...ofWriters,
    summary: 'Copy an old version forward as a new one',
    input: z.object({ id, version_id: id, base_version: publishedText.base_version }),
    output: adminArticle,
  }),
}

/** The unsaved work of one person. Readers, versions and other people never see it. */
const workingCopy = z
  .object({
    /**
     * Another one after every write. Send it back to detect writes of another window. 0 means no copy: an empty new
     * article leaves none, nor does a text equal to the newest version.
     */
    revision: z.int(),
    /** The `version_number` the work began with; 0 for a new article. */
    base_version: z.int(),
    /** The title may be empty, unlike that of an article. */
    ...textFields,
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
const newArticle = z.object({
  key: z.string(),
  title: z.string(),
  excerpt: z.string(),
  created_at: instant,
  updated_at: instant,
})
export type NewArticle = z.infer<typeof newArticle>

/** Articles of one account that may wait for their first save. */
export const MAX_NEW_ARTICLES = 200

/** Names the working copy of a new article. The writing window chooses it. */
const newArticleKey = z.uuid()

const blockCount = z.int().min(0).max(CONTENT_LIMITS.nodes)

const heading = {
  title: text('Title', MAX_TITLE),
  /** Absent: as in the copy, else as in the article. The same holds for tags. */
  ...changedFields,
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

const writes = {
  access: 'author',
  /** A revision of 0 means that nothing is left unsaved. */
  output: z.object({ revision: z.int(), updated_at: instant }),
  bodyLimit: CONTENT_BODY_LIMIT,
} as const

const ofNewArticle = z.object({ key: newArticleKey })

export const workingCopies = {
  get: endpoint('GET /admin/articles/:id/working-copy', {
    access: 'author',
    summary: 'The caller’s unsaved work on an article',
    // Most articles have none, and every editor asks for it: browsers would log each 404 as an error.
    output: workingCopy.nullable(),
    isOneRecord: true,
    missing: 'Working copy',
  }),
  put: endpoint('PUT /admin/articles/:id/working-copy', {
    ...writes,
    summary: 'Keep the caller’s unsaved work; nobody else sees it. A stale `revision` is refused with 409',
    input: z.object({ id, ...put, base_version: versionNumber }),
  }),
  patch: endpoint('PATCH /admin/articles/:id/working-copy', {
    ...writes,
    summary:
      'Change a part of the caller’s unsaved work, or of the version it begins from: small enough to be sent by a page ' +
      'that is being closed. When its revision is none of `revisions`: 409',
    input: z.object({ id, ...patch, base_version: versionNumber }),
  }),
  delete: endpoint('DELETE /admin/articles/:id/working-copy', {
    access: 'author',
    summary: 'Give up the caller’s unsaved work; a stale `revision` is refused with 409',
    input: z.object({ id, revision: revision.optional() }),
  }),
}

/** Unsaved work on new articles. Saving it is `articles.create` with its `working_copy_key`. */
export const newArticles = {
  list: endpoint('GET /admin/working-copies', {
    access: 'author',
    summary: 'What the caller has begun to write and never saved, the newest change first',
    output: z.array(newArticle),
  }),
  get: endpoint('GET /admin/working-copies/:key', {
    access: 'author',
    summary: 'The text of an article that the caller has begun and not saved yet',
    input: ofNewArticle,
    output: workingCopy,
    isOneRecord: true,
  }),
  article: endpoint('GET /admin/working-copies/:key/article', {
    access: 'author',
    summary: 'The article that a save has made of what the caller had begun to write',
    input: ofNewArticle,
    // Called only for a key without a working copy: browsers would log a 404 as an error.
    output: adminArticle.nullable(),
    isOneRecord: true,
    missing: 'Article',
  }),
  put: endpoint('PUT /admin/working-copies/:key', {
    ...writes,
    summary:
      'Keep what the caller has begun to write, under a new UUID. An empty text leaves nothing; a stale `revision` is 409',
    input: ofNewArticle.extend(put),
  }),
  patch: endpoint('PATCH /admin/working-copies/:key', {
    ...writes,
    summary:
      'Change a part of what the caller has begun to write. When its revision is none of `revisions`: 409',
    input: ofNewArticle.extend(patch),
  }),
  delete: endpoint('DELETE /admin/working-copies/:key', {
    access: 'author',
    summary: 'Give up what the caller has begun to write; a stale `revision` is refused with 409',
    input: ofNewArticle.extend({ revision: revision.optional() }),
  }),
}
