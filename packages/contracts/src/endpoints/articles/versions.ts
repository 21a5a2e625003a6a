import { z } from 'zod'
import { storedContent } from '../../blocks/blocks.ts'
import { endpoint } from '../../endpoint.ts'
import { id, instant, requiredText } from '../../fields.ts'
import { MAX_LABEL_LENGTH } from '../../rules/title-rules.ts'
import { pieces } from '../search.ts'
import { adminArticle, articleState } from './articles.ts'
import { credit } from './credits.ts'

/** The largest `integer` of Postgres. */
export const MAX_VERSION_NUMBER = 2_147_483_647

const versionFields = z.object({
  id,
  article_id: id,
  version_number: z.int(),
  state: articleState,
  title: z.string(),
  excerpt: z.string(),
  poster_image_id: id.nullable(),
  poster_url: z.string().nullable(),
  poster_alt: z.string().nullable(),
  credits: z.array(credit),
  word_count: z.int(),
  created_at: instant,
  created_by_name: z.string(),
  /** Written by the server: "Edited title and 3 blocks, +120 words". */
  change_description: z.string(),
  /** Written by a person: "before the edit by Njeri". */
  label: z.string().nullable(),
})

export const version = versionFields.extend({ content: storedContent }).meta({ id: 'Version' })
export type Version = z.infer<typeof version>

/** A version in a list. Only the newest ones have content. */
export const versionSummary = versionFields
  .extend({ content: storedContent.optional() })
  .meta({ id: 'VersionSummary' })
export type VersionSummary = z.infer<typeof versionSummary>

/** Limits of the list with contents. The newest version is included even if it alone exceeds the second limit. */
export const MAX_VERSIONS_WITH_CONTENT = 20
export const MAX_BYTES_OF_VERSIONS = 512 * 1024

/** A version on the time line of its article. */
export const timelinePoint = versionFields
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
export const passage = z.object({
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
    access: 'author',
    summary:
      'The newest versions of an article with their content, at most 20 and about 512 KiB. With `limit` or `before`, ' +
      'pages of all versions without content',
    input: z.object({
      id,
      before: z
        .int()
        .min(1)
        .max(MAX_VERSION_NUMBER)
        .optional()
        .describe('The `version_number` where the page before ended. Absent: from the newest'),
      limit: z.int().min(1).max(100).optional().describe('Rows of a page. Absent: 50'),
    }),
    output: z.array(versionSummary),
    reply: 'data',
  }),
  get: endpoint('GET /admin/articles/:id/versions/:version_id', {
    access: 'author',
    summary: 'One version of an article with its content',
    input: z.object({ id, version_id: id }),
    output: version,
    reply: 'data',
  }),
  timeline: endpoint('GET /admin/articles/:id/timeline', {
    access: 'author',
    summary: 'Time, writer, label and publication of the newest 5,000 versions of an article, oldest first',
    input: z.object({ id }),
    output: z.array(timelinePoint),
    reply: 'data',
  }),
  label: endpoint('PUT /admin/articles/:id/versions/:version_id/label', {
    access: 'author',
    summary: 'Label a version; null removes the label',
    input: z.object({ id, version_id: id, label: requiredText('Label', MAX_LABEL_LENGTH).nullable() }),
    output: versionFields,
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
