import { z } from 'zod'
import { content, storedContent } from '../blocks/content.ts'
import { CONTENT_BODY_LIMIT, endpoint, ofWriters } from '../endpoint.ts'
import { id, instant, namedInstant, paging, refuse, requiredText, text } from '../fields.ts'
import {
  MAX_EXCERPT,
  MAX_TAGS,
  MAX_TITLE,
  MAX_UNANSWERED,
  tagName,
  tagProblem,
  uniqueTags,
} from '../rules/articles.ts'
import { ARTICLE_KINDS, ARTICLE_STATES, SORT_KEYS } from '../rules/choices.ts'
import { MAX_IMAGE_TEXT } from '../rules/files.ts'
import { MAX_PAGE_PATH, ORIGINAL_PATHS, pagePath, pagePathProblem } from '../rules/page-path.ts'
import { CREDIT_ROLES, MAX_CREDITS } from '../rules/people.ts'

/** A tag of an article. */
export const tag = z
  .object({
    name: z.string(),
    /** Names it in addresses. */
    slug: z.string(),
  })
  .meta({ id: 'Tag' })
export type Tag = z.infer<typeof tag>

/** A tag and the number of its articles. */
export const countedTag = tag.extend({ article_count: z.int() })
export type CountedTag = z.infer<typeof countedTag>

export const TOO_MANY_TAGS = `An article can have at most ${MAX_TAGS} tags`

const tagNameInput = z.string('Tag must be text').transform(tagName).superRefine(refuse(tagProblem))

/** Names of tags. Names with the same slug count once. */
export const tagNames = z
  .array(tagNameInput, 'Tags must be a list of names')
  .max(100, TOO_MANY_TAGS)
  .transform(uniqueTags)
  .refine((names) => names.length <= MAX_TAGS, TOO_MANY_TAGS)

/** The slug of a tag in an address. */
export const tagSlugInput = text('Tag', 1_000)

const creditRole = z.enum(CREDIT_ROLES)

/** A person who made a text, and how. */
const credit = z
  .object({
    person_id: id,
    name: z.string(),
    role: creditRole,
  })
  .meta({ id: 'Credit' })
export type Credit = z.infer<typeof credit>

const TOO_MANY_CREDITS = `An article can have at most ${MAX_CREDITS} credits`

/** What an edit may give of a text, besides title, content and tags. */
export const changedFields = {
  /** An excerpt derived from the text follows the text; one that somebody wrote stays. */
  excerpt: text('Excerpt', MAX_EXCERPT)
    .nullish()
    .describe('Absent: as it is. Null: made from the text, and made anew when that changes'),
  poster_image_id: id.nullish().describe('As the upload answered it. Absent: as it is. Null: none'),
  poster_alt: text('Image description', MAX_IMAGE_TEXT.alt)
    .nullish()
    .describe('What the poster shows. Absent: as it is, none for another poster. Null: none'),
  credits: z
    .array(z.object({ person_id: id, role: creditRole }), 'Credits must be a list')
    .max(MAX_CREDITS, TOO_MANY_CREDITS)
    .refine(
      (credits) => credits.length === 0 || credits.some(({ role }) => role === 'author'),
      'An article needs an author',
    )
    .refine(
      (credits) =>
        new Set(credits.map(({ person_id, role }) => `${role} ${person_id}`)).size === credits.length,
      'A person can have each role only once',
    )
    .optional()
    .describe('Who made the text, in order. Absent: as it is. Empty: the owner of the article as its author'),
}

export const articleState = z.enum(ARTICLE_STATES)
const articleKind = z.enum(ARTICLE_KINDS)

/** The address of a page, in its stored form. */
export const pagePathInput = z
  .string('Address must be text')
  .superRefine(refuse(pagePathProblem))
  .meta({ maxLength: MAX_PAGE_PATH })
  .transform(pagePath)

const title = requiredText('Title', MAX_TITLE)

/** What every text has besides its content. */
export const textFields = {
  title: z.string(),
  excerpt: z.string(),
  poster_image_id: id.nullable(),
  /** Path of the poster on this site, or null. */
  poster_url: z.string().nullable(),
  /** What the poster shows, or null. */
  poster_alt: z.string().nullable(),
  /** Who made the text, in the order of the byline. */
  credits: z.array(credit),
}

/** An article without its content, for lists. */
export const articleSummary = z.object({
  ...textFields,
  id,
  kind: articleKind,
  /** The address of a page, such as `/about`, decoded; null for a story. */
  path: z.string().nullable(),
  /** Whether readers of a page see its byline. They see that of a story in any case. */
  shows_byline: z.boolean(),
  state: articleState,
  /** The account that owns the article. */
  author_id: id,
  /** The authors among the credits, in one text. */
  author_name: z.string(),
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

const publishAt = namedInstant('Choose a date and a time')
/** The largest `integer` of Postgres. */
const MAX_INTEGER = 2_147_483_647
/** The number of a version, counted from 1 for each article. */
export const versionNumber = z.int().min(1).max(MAX_INTEGER)
/** The revision of a working copy; 0 for none. */
export const revision = z.int().min(0).max(MAX_INTEGER)
const someVersion = versionNumber.optional()
/** A schedule that another state of the article ended. */
const restoredSchedule = z
  .object({ publish_at: publishAt, version_number: someVersion })
  .describe(
    'What publishing, archiving or deleting had ended. When its time has come meanwhile, it stays ended',
  )
/** Which text is published. */
export const publishedText = {
  base_version: someVersion.describe(
    'The version the caller saw. When others changed the text since: 409. Absent: any',
  ),
  version_number: someVersion.describe(
    'The version to publish, as it is; newer ones stay unpublished. Absent: the newest',
  ),
}
const unansweredRevisions = z
  .array(revision)
  .max(MAX_UNANSWERED)
  .optional()
  .describe(
    'The revisions of writes of that copy whose answers were lost: a copy with one of them is removed too',
  )

const ofPages = {
  path: pagePathInput
    .optional()
    .describe('The address of a page, such as `/about`. That of a public page redirects after a change'),
  shows_byline: z.boolean().optional().describe('Whether readers of a page see its byline'),
}

/** A change of an article, which answers the article as the change left it. */
const change = { access: 'author', output: adminArticle, reply: 'article' } as const

export const articles = {
  list: endpoint('GET /admin/articles', {
    access: 'author',
    summary: 'The articles the caller may see, newest change first; those in the trash only when asked for',
    input: z.object({
      ...paging,
      kind: z
        .enum([...ARTICLE_KINDS, 'any'])
        .optional()
        .describe('Absent: `story`'),
      state: articleState.optional(),
      tag: tagSlugInput.optional().describe('The slug of a tag'),
      links: z.enum(['dead']).optional().describe('Only articles with dead links'),
      unsaved: z.enum(['own']).optional().describe('Only articles with unsaved changes of the caller'),
      sort: z.enum(SORT_KEYS).optional(),
    }),
    output: z.array(adminArticleSummary),
  }),
  get: endpoint('GET /admin/articles/:id', {
    access: 'author',
    summary: 'One article with its content',
    output: adminArticle,
    isOneRecord: true,
  }),
  tags: endpoint('GET /admin/tags', {
    access: 'author',
    summary: 'Every tag that an article has, the most used first',
    output: z.array(countedTag),
  }),
  create: endpoint('POST /admin/articles', {
    ...change,
    summary: 'Create a draft. Without an excerpt, one is made from the text',
    input: z.object({
      title,
      content,
      ...changedFields,
      kind: articleKind.optional().describe('Absent: `story`. Only editors create pages'),
      ...ofPages,
      tags: tagNames.optional(),
      working_copy_key: z
        .uuid()
        .optional()
        .describe(
          'The working copy that the article is made of: it is removed with the save. Sent again, since the answer was ' +
            'lost, it saves to the article that was made; when that was changed since: 409',
        ),
      working_copy_revision: revision
        .optional()
        .describe('What is known of that copy: a newer one stays. Absent: whatever there is, is removed'),
      unanswered_revisions: unansweredRevisions,
    }),
    status: 201,
    bodyLimit: CONTENT_BODY_LIMIT,
  }),
  update: endpoint('PUT /admin/articles/:id', {
    ...change,
    summary: 'Save as a new version; of a published article the public page changes at once',
    input: z.object({
      id,
      title: title.optional(),
      content: content.optional(),
      ...changedFields,
      ...ofPages,
      tags: tagNames.optional().describe('Absent: as they are. Empty: none'),
      base_tags: tagNames
        .optional()
        .describe(
          'The tags the edit began from: what others have added or removed since stays so. Absent: overwrite',
        ),
      base_version: someVersion.describe(
        'The version the edit began from. When others changed the text since: 409. Absent: overwrite',
      ),
      working_copy_revision: revision
        .optional()
        .describe(
          'The caller’s working copy that this save is made of, 0 for none: it is removed with the save, a newer ' +
            'one stays. Absent: the working copy is removed if the saved article has its text',
        ),
      unanswered_revisions: unansweredRevisions,
    }),
    bodyLimit: CONTENT_BODY_LIMIT,
  }),
  original: endpoint('POST /admin/articles/original', {
    ...change,
    access: 'editor',
    summary:
      'Make a draft of the privacy policy or the terms with their original text, or put that text back as a new version',
    input: z.object({
      path: z.enum(ORIGINAL_PATHS),
      only_if_missing: z
        .boolean()
        .optional()
        .describe('Leave a page as it is that somebody has made already'),
    }),
  }),
  publish: endpoint('PUT /admin/articles/:id/publish', {
    ...change,
    summary: 'Publish the newest text, or one version',
    input: z.object({ id, ...publishedText }),
  }),
  unpublish: endpoint('PUT /admin/articles/:id/draft', {
    ...change,
    summary: 'Take a published article back to draft, with the schedule it had if that is named',
    input: z.object({ id, schedule: restoredSchedule.optional() }),
  }),
  archive: endpoint('PUT /admin/articles/:id/archive', {
    ...change,
    summary: 'Put an article away: no longer public, restorable',
  }),
  restore: endpoint('PUT /admin/articles/:id/restore', {
    ...change,
    summary:
      'Bring an archived or trashed article back as a draft, with the schedule it had if that is named',
    input: z.object({
      id,
      schedule: restoredSchedule.optional(),
    }),
  }),
  delete: endpoint('DELETE /admin/articles/:id', {
    ...change,
    summary: 'Move an article to the trash',
  }),
}

/** Articles that one call may change. */
export const MAX_BULK = 100

const BULK_CHANGES = ['publish', 'unpublish', 'archive', 'restore', 'add_tag', 'remove_tag'] as const
export type BulkChange = (typeof BULK_CHANGES)[number]

const changedArticle = z.object({
  id,
  base_version: publishedText.base_version.describe(
    'The version the caller saw. When others changed the text since, it is refused. Absent: any',
  ),
  version_number: publishedText.version_number,
  schedule: restoredSchedule.optional(),
  tag_position: z
    .int()
    .min(1)
    .max(MAX_TAGS)
    .optional()
    .describe('Where the new tag goes among its tags. Absent: last'),
})
export type ChangedArticle = z.input<typeof changedArticle>

/** What became of one of several. `unchanged`: it already was as asked. */
export const outcomeOf = <const Done extends string>(done: Done) =>
  z.object({
    id,
    outcome: z.enum([done, 'unchanged', 'refused']),
    /** Why it was refused, as a sentence; otherwise null. */
    message: z.string().nullable(),
  })

const bulkResult = outcomeOf('changed')
export type BulkResult = z.infer<typeof bulkResult>

export const bulk = {
  change: endpoint('POST /admin/articles/bulk', {
    ...ofWriters,
    summary:
      'Publish, unpublish, archive, restore or tag several articles. A refused article does not stop the others',
    input: z
      .object({
        change: z.enum(BULK_CHANGES),
        articles: z.array(changedArticle).min(1).max(MAX_BULK),
        tag: tagNameInput.optional().describe('The tag to add or remove'),
      })
      .refine(({ change, tag }) => tag !== undefined || !change.endsWith('_tag'), {
        path: ['tag'],
        message: 'Tag is required',
      }),
    output: z.array(bulkResult),
  }),
}

export const schedules = {
  set: endpoint('PUT /admin/articles/:id/schedule', {
    ...change,
    summary: 'Publish a draft at a time to come, with what is saved until then, or as one version has it',
    input: z.object({
      id,
      publish_at: publishAt.describe('An instant with any offset, by the database’s clock'),
      version_number: someVersion.describe('What goes out. Absent: the newest version at that time'),
    }),
  }),
  cancel: endpoint('DELETE /admin/articles/:id/schedule', {
    ...change,
    summary: 'Do not publish by itself what was scheduled',
  }),
}
