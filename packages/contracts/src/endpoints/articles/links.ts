import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { id, instant, nothing } from '../../fields.ts'

/**
 * `moved`: a permanent redirect leads to `location` · `refused`: the site answers, but not to Nightdesk · `failed`: the last
 * check failed · `dead`: checks have failed for a day · `unchecked`: not checked yet, or nothing to check, as an e-mail address
 */
export const LINK_STATES = ['works', 'moved', 'refused', 'failed', 'dead', 'unchecked'] as const
export type LinkState = (typeof LINK_STATES)[number]

export const linkInText = z.object({
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

export const pictureInText = z.object({
  url: z.string(),
  alt: z.string(),
  is_poster: z.boolean(),
  /** Null for an image of another site. Sizes in pixels. */
  file: z.object({ id, bytes: z.int(), width: z.int(), height: z.int() }).nullable(),
  /** Other stories that show it now, of those that the caller may see. */
  used_in: z.array(z.object({ id, title: z.string() })),
})
export type PictureInText = z.infer<typeof pictureInText>

export const linksAndPictures = z.object({
  links: z.array(linkInText),
  pictures: z.array(pictureInText),
  /** Whether a requested check waits or runs. */
  is_checking: z.boolean(),
})
export type LinksAndPictures = z.infer<typeof linksAndPictures>

const text = z
  .enum(['unsaved'])
  .optional()
  .describe(
    '`unsaved`: what the caller has not saved yet, where there is such work. Absent: the newest version',
  )

export const deadLinks = z.object({
  /** A link that a story has twice counts once. */
  links: z.int(),
  /** Published articles with dead links. */
  articles: z.int(),
})
export type DeadLinks = z.infer<typeof deadLinks>

export const links = {
  get: endpoint('GET /admin/articles/:id/links', {
    access: 'author',
    summary: 'The links of a text with what was found at them, and its pictures',
    input: z.object({ id, text }),
    output: linksAndPictures,
    reply: 'data',
    background: true,
  }),
  check: endpoint('POST /admin/articles/:id/links/check', {
    access: 'author',
    summary: 'Have the links of a text to other sites checked now; each at most once a minute',
    input: z.object({ id, text }),
    output: z.object({
      due: z.int().describe('Links that will be checked. The others were checked within the last minute'),
    }),
    reply: 'data',
    status: 202,
  }),
  countDead: endpoint('GET /admin/links/dead', {
    access: 'author',
    summary: 'How many dead links published articles have, of those that the caller may see',
    input: nothing,
    output: deadLinks,
    reply: 'data',
  }),
}
