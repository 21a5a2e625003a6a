import { z } from 'zod'
import { content, storedContent } from '../../blocks/blocks.ts'
import { CONTENT_BODY_LIMIT, endpoint } from '../../endpoint.ts'
import { id, instant, namedInstant, nothing, paging, requiredText, text } from '../../fields.ts'
import { ARTICLE_STATES, SORT_KEYS } from '../../rules/choices.ts'
import { MAX_IMAGE_TEXT } from '../../rules/image-rules.ts'
import { MAX_EXCERPT, MAX_TITLE } from '../../rules/title-rules.ts'
import { MAX_UNANSWERED } from '../../rules/working-copy-revision.ts'
import { changedCredits, credit } from './credits.ts'
import { countedTag, tag, tagNames, tagSlugInput } from './tags.ts'

export const articleState = z.enum(ARTICLE_STATES)

export const title = requiredText('Title', MAX_TITLE)
export const excerpt = text('Excerpt', MAX_EXCERPT)
/** The excerpt of an edit. An excerpt derived from the text follows the text; one that somebody wrote stays. */
export const changedExcerpt = excerpt
  .nullable()
  .optional()
  .describe('Absent: as it is. Null: made from the text, and made anew when that changes')

/** An article without its content, for lists. */
export const articleSummary = z.object({
  id,
  title: z.string(),
  excerpt: z.string(),
  state: articleState,
  author_id: id,
  /** The authors among the credits, in one text. */
  author_name: z.string(),
  /** Who made the text, in the order of the byline. `author_id` is the account that owns the article. */
  credits: z.array(credit),
  poster_image_id: id.nullable(),
  /** Path of the poster on this site, or null. */
  poster_url: z.string().nullable(),
  /** What the poster shows, or null. */
  poster_alt: z.string().nullable(),
  /** In the order that the author gave. Versions do not hold tags. */
  tags: z.array(tag),
  word_count: z.int(),
  /** Rises by one with every version. Send it back as `base_version` to detect conflicts. */
  version_number: z.int(),
  version_id: id,
  created_at: instant,
  date_created: instant,
  /** Set by a save or revert that changed something; not by publishing. */
  date_updated: instant,
  /** Of the first publication. */
  date_published: instant.nullable(),
})
export type ArticleSummary = z.infer<typeof articleSummary>

export const article = articleSummary.extend({ content: storedContent })
export type Article = z.infer<typeof article>

/** Fields that only the admin needs. */
const standing = {
  /** The time at which it will be published; null unless it is scheduled. */
  scheduled_at: instant.nullable(),
  /** The version that will be published; null for the newest at that time. */
  scheduled_version_number: z.int().nullable(),
  /** The version that readers see; null unless published. Lower than `version_number` while newer text is not public. */
  published_version_number: z.int().nullable(),
  /**
   * When the caller last wrote without saving; null without a working copy, or when the copy equals its base version.
   * Publishing and scheduling do not include that work.
   */
  unsaved_at: instant.nullable(),
}
export const adminArticleSummary = articleSummary
  .extend({
    ...standing,
    /** Distinct readers of all time. */
    readers: z.int(),
  })
  .meta({ id: 'ArticleSummary' })
export type AdminArticleSummary = z.infer<typeof adminArticleSummary>

export const adminArticle = article.extend(standing).meta({ id: 'Article' })
export type AdminArticle = z.infer<typeof adminArticle>

export const publishAt = namedInstant('Choose a date and a time')
/** A schedule that another state of the article ended. */
export const restoredSchedule = z
  .object({ publish_at: publishAt, version_number: z.int().min(1).optional() })
  .describe(
    'What publishing, archiving or deleting had ended. When its time has come meanwhile, it stays ended',
  )
/** Which text is published. */
export const publishedText = {
  base_version: z
    .int()
    .min(1)
    .optional()
    .describe('The version the caller saw. When others changed the text since: 409. Absent: any'),
  version_number: z
    .int()
    .min(1)
    .optional()
    .describe('The version to publish, as it is; newer ones stay unpublished. Absent: the newest'),
}
const posterImageId = id
  .nullable()
  .optional()
  .describe('As the upload answered it. Absent: as it is. Null: none')
export const changedPosterAlt = text('Image description', MAX_IMAGE_TEXT.alt)
  .nullable()
  .optional()
  .describe('What the poster shows. Absent: as it is, none for another poster. Null: none')
const unansweredRevisions = z
  .array(z.int().min(0))
  .max(MAX_UNANSWERED)
  .optional()
  .describe(
    'The revisions of writes of that copy whose answers were lost: a copy with one of them is removed too',
  )

export const articles = {
  list: endpoint('GET /admin/articles', {
    access: 'author',
    summary: 'The articles the caller may see, newest change first; those in the trash only when asked for',
    input: z.object({
      ...paging,
      state: articleState.optional(),
      tag: tagSlugInput.optional().describe('The slug of a tag'),
      links: z.enum(['dead']).optional().describe('Only articles with dead links'),
      sort: z.enum(SORT_KEYS).optional(),
    }),
    output: z.array(adminArticleSummary),
  }),
  get: endpoint('GET /admin/articles/:id', {
    access: 'author',
    summary: 'One article with its content',
    input: z.object({ id }),
    output: adminArticle,
  }),
  tags: endpoint('GET /admin/tags', {
    access: 'author',
    summary: 'Every tag that an article has, the most used first',
    input: nothing,
    output: z.array(countedTag),
  }),
  create: endpoint('POST /admin/articles', {
    access: 'author',
    summary: 'Create a draft. Without an excerpt, one is made from the text',
    input: z.object({
      title,
      content,
      excerpt: changedExcerpt,
      poster_image_id: posterImageId,
      poster_alt: changedPosterAlt,
      credits: changedCredits,
      tags: tagNames.optional(),
      working_copy_key: z
        .uuid()
        .optional()
        .describe(
          'The working copy that the article is made of: it is removed with the save. Sent again, since the answer was ' +
            'lost, it saves to the article that was made; when that was changed since: 409',
        ),
      working_copy_revision: z
        .int()
        .min(0)
        .optional()
        .describe('What is known of that copy: a newer one stays. Absent: whatever there is, is removed'),
      unanswered_revisions: unansweredRevisions,
    }),
    output: adminArticle,
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
      excerpt: changedExcerpt,
      poster_image_id: posterImageId,
      poster_alt: changedPosterAlt,
      credits: changedCredits,
      tags: tagNames.optional().describe('Absent: as they are. Empty: none'),
      base_tags: tagNames
        .optional()
        .describe(
          'The tags the edit began from: what others have added or removed since stays so. Absent: overwrite',
        ),
      base_version: z
        .int()
        .min(1)
        .optional()
        .describe(
          'The version the edit began from. When others changed the text since: 409. Absent: overwrite',
        ),
      working_copy_revision: z
        .int()
        .min(0)
        .optional()
        .describe(
          'The caller’s working copy that this save is made of, 0 for none: it is removed with the save, a newer ' +
            'one stays. Absent: the working copy is removed if the saved article has its text',
        ),
      unanswered_revisions: unansweredRevisions,
    }),
    output: adminArticle,
    reply: 'article',
    bodyLimit: CONTENT_BODY_LIMIT,
  }),
  publish: endpoint('PUT /admin/articles/:id/publish', {
    access: 'author',
    summary: 'Publish the newest text, or one version',
    input: z.object({ id, ...publishedText }),
    output: adminArticle,
    reply: 'article',
  }),
  unpublish: endpoint('PUT /admin/articles/:id/draft', {
    access: 'author',
    summary: 'Take a published article back to draft, with the schedule it had if that is named',
    input: z.object({ id, schedule: restoredSchedule.optional() }),
    output: adminArticle,
    reply: 'article',
  }),
  archive: endpoint('PUT /admin/articles/:id/archive', {
    access: 'author',
    summary: 'Put an article away: no longer public, restorable',
    input: z.object({ id }),
    output: adminArticle,
    reply: 'article',
  }),
  restore: endpoint('PUT /admin/articles/:id/restore', {
    access: 'author',
    summary:
      'Bring an archived or trashed article back as a draft, with the schedule it had if that is named',
    input: z.object({
      id,
      schedule: restoredSchedule.optional(),
    }),
    output: adminArticle,
    reply: 'article',
  }),
  delete: endpoint('DELETE /admin/articles/:id', {
    access: 'author',
    summary: 'Move an article to the trash',
    input: z.object({ id }),
    output: adminArticle,
    reply: 'article',
  }),
}
