import { z } from 'zod'
import { endpoint, ofWriters } from '../endpoint.ts'
import { id, instant, requiredName, requiredText, text } from '../fields.ts'
import { MAX_CORRECTION, NOTE_LIMITS } from '../rules/articles.ts'

/** Hours until a link expires. */
export const PREVIEW_HOURS = { min: 1, default: 7 * 24, max: 30 * 24 } as const

/** A link that shows an article to anybody who has it. */
const preview = z.object({
  id,
  created_at: instant,
  created_by_name: z.string(),
  expires_at: instant,
  /** Shows its maker’s unsaved work, if there is any; otherwise always the newest version. */
  with_unsaved: z.boolean(),
})
export type Preview = z.infer<typeof preview>

export const previews = {
  list: endpoint('GET /admin/articles/:id/previews', {
    ...ofWriters,
    summary: 'The preview links of an article that work, newest first; their addresses are kept nowhere',
    output: z.array(preview),
  }),
  create: endpoint('POST /admin/articles/:id/previews', {
    ...ofWriters,
    summary: 'Make a link that shows the article as it is at that time, whatever its state',
    input: z.object({
      id,
      hours: z
        .int()
        .min(PREVIEW_HOURS.min)
        .max(PREVIEW_HOURS.max)
        .optional()
        .describe(`How long it works. Absent: ${PREVIEW_HOURS.default}`),
      with_unsaved: z
        .boolean()
        .optional()
        .describe('Show what the caller has not saved yet, where there is such work. Absent: no'),
    }),
    output: preview.extend({ url: z.url() }),
    status: 201,
  }),
  revoke: endpoint('DELETE /admin/articles/:id/previews/:preview_id', {
    access: 'author',
    summary: 'End a preview link at once',
  }),
}

/** How an article will be listed elsewhere, with the unsaved text of the caller where there is such text. */
const proof = z.object({
  feed_item: z.object({
    title: z.string(),
    author: z.string(),
    summary: z.string(),
    url: z.url(),
    image: z.url().nullable(),
  }),
  book: z.object({ title: z.string(), author: z.string(), filename: z.string() }),
})

export const proofs = {
  get: endpoint('GET /admin/articles/:id/proof', {
    ...ofWriters,
    summary: 'How feeds and e-books will name an article, with what the caller has not saved yet',
    output: proof,
  }),
}

const anchor = {
  quote: text('Quote', NOTE_LIMITS.quote).describe(
    'The words that the note is about; empty for the whole story',
  ),
  prefix: text('Prefix', NOTE_LIMITS.context).describe('The text before the quote'),
  suffix: text('Suffix', NOTE_LIMITS.context).describe('The text after the quote'),
}

/** A note of a reader of a preview. */
const note = z.object({
  id,
  name: z.string(),
  text: z.string(),
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  suggestion: z.string().nullable(),
  created_at: instant,
  /** When its words were changed or removed; null while they are in the newest version. */
  lost_at: instant.nullable(),
  resolved_at: instant.nullable(),
  resolved_by_name: z.string().nullable(),
})
export type Note = z.infer<typeof note>

export const notes = {
  create: endpoint('POST /api/previews/:token/notes', {
    access: 'public',
    summary: 'Leave a note on a previewed article, without an account',
    input: z.object({
      token: text('Token', 100),
      name: requiredName('Name', NOTE_LIMITS.name),
      text: requiredText('Note', NOTE_LIMITS.text),
      ...anchor,
      suggestion: text('Suggestion', NOTE_LIMITS.suggestion)
        .nullish()
        .describe('Words to put in place of the quote'),
      version_id: id.optional().describe('The version that the page showed. Absent: the newest'),
    }),
    output: z.object({ id, created_at: instant }),
    reply: 'data',
    status: 201,
  }),
  list: endpoint('GET /admin/articles/:id/notes', {
    ...ofWriters,
    summary: 'The notes of readers of an article’s previews, oldest first; they outlive the preview links',
    output: z.array(note),
    background: true,
  }),
  resolve: endpoint('POST /admin/articles/:id/notes/:note_id/resolve', {
    access: 'author',
    summary: 'Mark a note as done',
  }),
  reopen: endpoint('POST /admin/articles/:id/notes/:note_id/reopen', {
    access: 'author',
    summary: 'Mark a note as not done again',
  }),
}

/**
 * `moved`: a permanent redirect leads to `location` · `refused`: the site answers, but not to Nightdesk · `failed`: the last
 * check failed · `dead`: checks have failed for a day · `unchecked`: not checked yet, or nothing to check, as an e-mail address
 */
const LINK_STATES = ['works', 'moved', 'refused', 'failed', 'dead', 'unchecked'] as const
export type LinkState = (typeof LINK_STATES)[number]

const linkInText = z.object({
  url: z.string(),
  /** The words that are linked. */
  text: z.string(),
  /** Number of the block that it is in, from 1. */
  block: z.int(),
  /** The last heading above it; null without one. */
  section: z.string().nullable(),
  /** Null for an address of this site, or without a host. */
  host: z.string().nullable(),
  state: z.enum(LINK_STATES),
  /** The HTTP status of the last answer; null without one. */
  status: z.int().nullable(),
  location: z.string().nullable(),
  checked_at: instant.nullable(),
  /** The story that it leads to. The title of a story that the caller may not see is empty. */
  story: z.object({ id, title: z.string(), is_published: z.boolean() }).nullable(),
})
export type LinkInText = z.infer<typeof linkInText>

const pictureInText = z.object({
  url: z.string(),
  alt: z.string(),
  is_poster: z.boolean(),
  /** Null for an image of another site. Sizes in pixels. */
  file: z.object({ id, bytes: z.int(), width: z.int(), height: z.int() }).nullable(),
  /** Other stories that show it now, of those that the caller may see. */
  used_in: z.array(z.object({ id, title: z.string() })),
})
export type PictureInText = z.infer<typeof pictureInText>

const linksAndPictures = z.object({
  links: z.array(linkInText),
  pictures: z.array(pictureInText),
  /** Whether a requested check waits or runs. */
  is_checking: z.boolean(),
})

const whichText = z
  .enum(['unsaved'])
  .optional()
  .describe(
    '`unsaved`: what the caller has not saved yet, where there is such work. Absent: the newest version',
  )

const deadLinks = z.object({
  /** A link that a story has twice counts once. */
  links: z.int(),
  /** Published articles with dead links. */
  articles: z.int(),
})
export type DeadLinks = z.infer<typeof deadLinks>

export const links = {
  get: endpoint('GET /admin/articles/:id/links', {
    ...ofWriters,
    summary: 'The links of a text with what was found at them, and its pictures',
    input: z.object({ id, text: whichText }),
    output: linksAndPictures,
    background: true,
  }),
  check: endpoint('POST /admin/articles/:id/links/check', {
    ...ofWriters,
    summary: 'Have the links of a text to other sites checked now; each at most once a minute',
    input: z.object({ id, text: whichText }),
    output: z.object({
      due: z.int().describe('Links that will be checked. The others were checked within the last minute'),
    }),
    status: 202,
  }),
  countDead: endpoint('GET /admin/links/dead', {
    ...ofWriters,
    summary: 'How many dead links published articles have, of those that the caller may see',
    output: deadLinks,
  }),
}

/** What was corrected in a published article, as readers see it. */
export const correction = z.object({ id, text: z.string(), created_at: instant })
export type Correction = z.infer<typeof correction>

const notedCorrection = correction.extend({ created_by_name: z.string() })
export type NotedCorrection = z.infer<typeof notedCorrection>

export const corrections = {
  list: endpoint('GET /admin/articles/:id/corrections', {
    ...ofWriters,
    summary: 'The corrections of an article, the first one first',
    output: z.array(notedCorrection),
  }),
  create: endpoint('POST /admin/articles/:id/corrections', {
    ...ofWriters,
    summary: 'Note a correction of a published article. Readers see it with its date',
    input: z.object({ id, text: requiredText('Correction', MAX_CORRECTION) }),
    output: notedCorrection,
    status: 201,
  }),
  delete: endpoint('DELETE /admin/articles/:id/corrections/:correction_id', {
    access: 'author',
    summary: 'Remove a correction that was noted by mistake',
  }),
}
