import { z } from 'zod'
import { endpoint, ofEditors } from '../endpoint.ts'
import { id, instant, pageOf, paging, refuse, text } from '../fields.ts'
import { oldAddress, oldAddressProblem } from '../rules/old-address.ts'
import { MAX_URL_LENGTH } from '../rules/paths.ts'
import { articleState } from './articles.ts'

const redirect = z
  .object({
    id,
    /** In its canonical form, such as `/2019/05/the-ferry` or `/?p=123`. */
    path: z.string(),
    /** The path that it leads to; that of a story is `/post/{id}`. */
    target: z.string(),
    /** The story that it leads to. While it is not published, the redirect is not found, as the story is. */
    article: z.object({ id, title: z.string(), state: articleState }).nullable(),
    /** Null for an account that is gone, and for a command. */
    made_by_name: z.string().nullable(),
    created_at: instant,
  })
  .meta({ id: 'Redirect' })
export type Redirect = z.infer<typeof redirect>

const missingAddress = z.object({
  path: z.string(),
  /** Requests since it was first counted. */
  requests: z.int(),
  last_at: instant,
  /** The published story or the tag whose name is most like the address. */
  guess: z.object({ target: z.string(), title: z.string() }).nullable(),
})
export type MissingAddress = z.infer<typeof missingAddress>

/** Any form of an old address; the canonical one is stored. */
const path = text('Old address', MAX_URL_LENGTH)
  .superRefine(refuse(oldAddressProblem))
  .transform((address) => oldAddress(address) ?? address)
  .describe('An address of an earlier site, with or without its host')

const target = text('Target', MAX_URL_LENGTH).describe(
  'A path of this site, such as `/post/12` or `/tag/climate`',
)

const page = pageOf('Rows', 50)

export const redirects = {
  list: endpoint('GET /admin/redirects', {
    ...ofEditors,
    summary: 'Redirects of old addresses, the newest first',
    input: z.object({ q: paging.q.describe('Part of an address or of a title'), ...page }),
    output: z.object({
      redirects: z.array(redirect),
      /** Of all that match. */
      count: z.int(),
    }),
  }),
  create: endpoint('POST /admin/redirects', {
    ...ofEditors,
    summary: 'Redirect an old address. A target that is redirected itself is replaced by its own target',
    input: z.object({ path, target }),
    output: redirect,
    status: 201,
  }),
  update: endpoint('PATCH /admin/redirects/:id', {
    ...ofEditors,
    summary: 'Change a redirect',
    input: z.object({ id, path: path.optional(), target: target.optional() }),
    output: redirect,
  }),
  delete: endpoint('DELETE /admin/redirects/:id', {
    access: 'editor',
    summary: 'Remove a redirect: its address is not found any more',
  }),
  export: endpoint('GET /admin/redirects/export', {
    ...ofEditors,
    summary: 'All redirects, in the order of their addresses',
    output: z.array(z.object({ path: z.string(), target: z.string() })),
  }),
  missing: endpoint('GET /admin/redirects/not-found', {
    ...ofEditors,
    summary:
      'Addresses that were asked for and not found, the most frequent first. They are counted within a minute',
    input: z.object({ q: paging.q.describe('Part of an address'), ...page }),
    output: z.object({
      addresses: z.array(missingAddress),
      /** Of all that match. */
      count: z.int(),
    }),
  }),
  dismiss: endpoint('POST /admin/redirects/not-found/dismiss', {
    access: 'editor',
    summary: 'Forget that an address was not found',
    input: z.object({ path }),
  }),
}
