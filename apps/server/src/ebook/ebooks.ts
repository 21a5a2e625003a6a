import { notFound } from '@nightdesk/contracts'
import { articleTag } from '@nightdesk/db'
import { createEbooks, type Drawing, type Ebook, type Renderer } from '@nightdesk/renditions'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { cacheHeadersFor } from '../page-store/cache-headers.ts'
import { redirectFailure } from '../redirects/redirect-missing.ts'
import { sendRendition } from '../renditions/send-rendition.ts'

interface EbooksOptions {
  dependencies: Dependencies
  renderer: Renderer
  drawing: Drawing
}

/** `GET /post/:id.epub`: a published article as an e-book, made at the first request and stored. */
export async function ebooks(app: FastifyInstance, { dependencies, renderer, drawing }: EbooksOptions) {
  const books = createEbooks({ ...dependencies, renderer, drawing })
  const cacheHeaders = cacheHeadersFor(dependencies.has_cdn)
  app.addHook('onClose', async () => books.close())

  app.get<{ Params: { id: string } }>('/post/:id([1-9]\\d{0,9}).epub', async (request, reply) => {
    const book = await books.find(Number(request.params.id))
    if (!book) return redirectFailure(dependencies, request, reply, notFound('Article'))
    const headers = {
      'content-type': 'application/epub+zip',
      'content-disposition': `attachment; filename="${bookFilename(book)}"`,
      ...cacheHeaders(200, [articleTag(book.id)]),
    }
    const open = () => book.open(request.log)
    return sendRendition(request, reply, { fingerprint: book.fingerprint, headers, open })
  })
}

export const bookFilename = ({ id, title }: Pick<Ebook, 'id' | 'title'>) =>
  `${asciiWords(title) || `story-${id}`}.epub`

/** For headers, which hold ASCII only. */
const asciiWords = (title: string) =>
  (
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
    .join('-')
    .slice(0, 60)
