import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { id } from '../../fields.ts'

/** How an article will be listed elsewhere, with the unsaved text of the caller where there is such text. */
export const proof = z.object({
  feed_item: z.object({
    title: z.string(),
    author: z.string(),
    summary: z.string(),
    url: z.url(),
    image: z.url().nullable(),
  }),
  book: z.object({ title: z.string(), author: z.string(), filename: z.string() }),
})
export type Proof = z.infer<typeof proof>

export const proofs = {
  get: endpoint('GET /admin/articles/:id/proof', {
    access: 'author',
    summary: 'How feeds and e-books will name an article, with what the caller has not saved yet',
    input: z.object({ id }),
    output: proof,
    reply: 'data',
  }),
}
