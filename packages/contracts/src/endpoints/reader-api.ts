import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nothing, paging } from '../fields.ts'
import { VARIANT_FORMATS } from '../rules/image-rules.ts'
import { article } from './articles/articles.ts'
import { correction } from './articles/corrections.ts'
import { countedTag, tag, tagSlugInput } from './articles/tags.ts'
import { MAX_HITS_PER_PAGE, query, searchResult } from './search.ts'

/** A picture on this site. */
export const publishedImage = z
  .object({
    /** In pixels, of the upload. */
    width: z.int(),
    height: z.int(),
    /** Smaller copies. They are made after the upload, so there may be none yet. */
    variants: z.array(z.object({ url: z.string(), width: z.int(), format: z.enum(VARIANT_FORMATS) })),
  })
  .meta({ id: 'PublishedImage' })
export type PublishedImage = z.infer<typeof publishedImage>

/** An article for readers. */
export const publishedArticle = article
  .extend({
    /** Its pictures on this site, by their addresses in poster and content. */
    images: z.record(z.string(), publishedImage),
    /** What was corrected since the publication, the first one first. */
    corrections: z.array(correction),
  })
  .meta({ id: 'PublishedArticle' })
export type PublishedArticle = z.infer<typeof publishedArticle>

/** A person whom a published article names, for readers. */
export const publishedPerson = z
  .object({
    /** Of the person with whom the one of the asked number was merged. */
    id,
    name: z.string(),
    bio: z.string(),
    picture: publishedImage.extend({ url: z.string() }).nullable(),
    links: z.array(z.string()),
    /** Of a published article. Otherwise a translator, artist, narrator or editor. */
    is_author: z.boolean(),
  })
  .meta({ id: 'PublishedPerson' })
export type PublishedPerson = z.infer<typeof publishedPerson>

const publishedCorrection = correction.extend({ article_id: id, article_title: z.string() })
export type PublishedCorrection = z.infer<typeof publishedCorrection>

const neighbour = z.object({ id, title: z.string() }).nullable()
/** The articles published right before and right after one; null at the ends. */
const pair = z.object({ previous: neighbour, next: neighbour })
/** Among all articles, and among those with each of its tags, in the order of the tags. */
export const neighbours = pair.extend({ by_tag: z.array(pair.extend({ tag })) })
export type Neighbours = z.infer<typeof neighbours>

/** The longest list. */
export const LONGEST_LIST = 100

/** What readers and their programs read: only published articles. */
export const readerApi = {
  list: endpoint('GET /api/articles', {
    access: 'public',
    summary: 'Published articles with their content, newest change first',
    input: z.object({
      ...paging,
      limit: paging.limit.describe(`Rows of a page. Absent: ${LONGEST_LIST}`),
      tag: tagSlugInput.optional(),
      author: id.optional().describe('The number of a person whom the byline names'),
    }),
    output: z.array(publishedArticle),
  }),
  get: endpoint('GET /api/articles/:id', {
    access: 'public',
    summary: 'One published article',
    input: z.object({ id }),
    output: publishedArticle,
  }),
  neighbours: endpoint('GET /api/articles/:id/neighbours', {
    access: 'public',
    summary: 'The articles published right before and right after one, of all and with each of its tags',
    input: z.object({ id }),
    output: neighbours,
  }),
  person: endpoint('GET /api/people/:id', {
    access: 'public',
    summary: 'Somebody whom the byline of a published article names',
    input: z.object({ id }),
    output: publishedPerson,
  }),
  corrections: endpoint('GET /api/corrections', {
    access: 'public',
    summary: 'What was corrected in published articles, the last one first',
    input: z.object({
      page: paging.page,
      limit: paging.limit.describe(`Rows of a page. Absent: ${LONGEST_LIST}`),
    }),
    output: z.array(publishedCorrection),
  }),
  tags: endpoint('GET /api/tags', {
    access: 'public',
    summary: 'Every tag that a published article has, the most used first',
    input: nothing,
    output: z.array(countedTag),
  }),
  search: endpoint('GET /api/search', {
    access: 'public',
    summary: 'Published articles by their words, forgiving typing errors; the best first',
    input: z.object({
      q: query,
      page: paging.page,
      limit: z
        .int()
        .min(1)
        .max(MAX_HITS_PER_PAGE)
        .optional()
        .describe(`Hits of a page. Absent: ${MAX_HITS_PER_PAGE}`),
    }),
    output: searchResult,
  }),
}
