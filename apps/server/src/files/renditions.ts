import { requirePublished } from '@nightdesk/articles'
import { asciiWords, cardPath, notFound } from '@nightdesk/contracts'
import { articleTag } from '@nightdesk/db'
import {
  createEbooks,
  createRenditions,
  DRAWING_STYLE,
  type Ebook,
  fingerprintOf,
  type RenditionFile,
} from '@nightdesk/renditions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cacheHeadersFor, tagHeaders } from '../page-store/page-store.ts'
import { isKnown } from '../page-store/stored-page.ts'
import type { Parts } from '../parts.ts'

const ID = '([1-9]\\d{0,9})'

const FOR_OTHER_SITES = { 'cross-origin-resource-policy': 'cross-origin' }

const HEADERS = {
  ...FOR_OTHER_SITES,
  'content-type': 'image/png',
  // A day, not a year: the address names the version, but the names of author and site can change.
  'cache-control': 'public, max-age=86400',
}

/**
 * `GET /cards/:id-:version.png`: the card of a published article, drawn at the first request. There is one per article; the
 * address of an earlier version redirects to it.
 */
export async function cards(app: FastifyInstance, { dependencies, drawing }: Parts) {
  const getCard = createRenditions({ ...dependencies, kind: 'card', extension: 'png' })
  app.get<{ Params: { id: string; version: string } }>(
    `/cards/:id${ID}-:version${ID}.png`,
    async (request, reply) => {
      const { id, version } = request.params
      const article = await requirePublished(dependencies.db, Number(id))
      if (article.version_id !== Number(version))
        return reply.headers(FOR_OTHER_SITES).redirect(cardPath(article), 302)
      const { title, author_name, poster_filename } = article
      const site = await dependencies.readSite()
      const shown = [DRAWING_STYLE, title, author_name, poster_filename, site.name]
      const fingerprint = fingerprintOf(...shown, ...(site.accent_light ? [site.accent_light] : []))
      const make = async () => ({ bytes: await drawing.draw('card', article, site) })
      const open = () => getCard({ article_id: article.id, fingerprint, make }, request.log)
      const headers = { ...HEADERS, ...tagHeaders(dependencies.has_cdn, [articleTag(article.id)]) }
      return sendRendition(request, reply, { fingerprint, headers, open })
    },
  )
}

/** `GET /post/:id.epub`: a published article as an e-book, made at the first request and stored. */
export async function ebooks(app: FastifyInstance, { dependencies, web, drawing }: Parts) {
  const books = createEbooks({ ...dependencies, renderer: () => web.server(), drawing })
  const cacheHeaders = cacheHeadersFor(dependencies.has_cdn)
  app.addHook('onClose', async () => books.close())

  app.get<{ Params: { id: string } }>(`/post/:id${ID}.epub`, async (request, reply) => {
    const book = await books.find(Number(request.params.id))
    if (!book) throw notFound('Article')
    const headers = {
      'content-type': 'application/epub+zip',
      'content-disposition': attachment(book),
      ...cacheHeaders(200, [articleTag(book.id)]),
    }
    const open = () => book.open(request.log)
    return sendRendition(request, reply, { fingerprint: book.fingerprint, headers, open })
  })
}

/** With a second name in ASCII, for clients that read no other (RFC 6266). */
const attachment = (book: Ebook) =>
  `attachment; filename="${named(book, asciiWords(book.title))}"; filename*=UTF-8''${encodeURIComponent(bookFilename(book))}`

/** Words in their own script. */
export const bookFilename = (book: Pick<Ebook, 'id' | 'title'>) =>
  named(
    book,
    book.title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  )

/** Sixty characters of four bytes are within the 255 bytes that file systems allow. */
const named = ({ id }: Pick<Ebook, 'id'>, words: string[]) =>
  `${/^.{1,60}(?<!-)/u.exec(words.join('-')) ?? `story-${id}`}.epub`

interface Rendition {
  fingerprint: string
  headers: Record<string, string>
  /** Not called when the client has the file already. */
  open: () => Promise<RenditionFile>
}

async function sendRendition(
  request: FastifyRequest,
  reply: FastifyReply,
  { fingerprint, headers, open }: Rendition,
) {
  const etag = `"${fingerprint}"`
  const isUnchanged = isKnown(request.headers['if-none-match'], etag)
  const file = isUnchanged ? undefined : await open()
  // Only now: a failure must not be cached.
  reply.headers(file?.isTemporary ? { ...headers, 'cache-control': 'no-store' } : { ...headers, etag })
  if (!file) return reply.code(304).send()
  return reply.header('content-length', file.bytes).send(file.body)
}
