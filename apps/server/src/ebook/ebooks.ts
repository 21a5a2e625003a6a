import { articlePath, cardAlt, lastChange, legalInXml, unavailable } from '@nightdesk/contracts'
import { articleTag } from '@nightdesk/db'
import type { Encoder } from '@nightdesk/images'
import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import { withCorrections } from '../articles/corrections/with-corrections.ts'
import { requirePublished } from '../articles/read.ts'
import { DRAWING_STYLE, type Drawing } from '../cards/drawing.ts'
import type { Dependencies } from '../context.ts'
import { cacheHeadersFor } from '../page-store/cache-headers.ts'
import { LANGUAGE } from '../pages/language.ts'
import type { Web } from '../pages/web.ts'
import { tagUri } from '../reader-api/tag-uri.ts'
import { createRenditions, fingerprintOf } from '../renditions/renditions.ts'
import { sendRendition } from '../renditions/send-rendition.ts'
import { writeBook } from './book.ts'
import { collectPictures, createPictureEncoder } from './pictures.ts'

/** Increased when books are made in another way, so that stored ones are made anew. */
const EDITION = 6
/** Books at once: each is in memory with its pictures while it is made. */
const AT_ONCE = 1
const MAX_WAITING = 16

interface EbooksOptions {
  dependencies: Dependencies
  web: Web
  drawing: Drawing
}

interface Makers extends EbooksOptions {
  encoder: Encoder
}

/** `GET /post/:id.epub`: a published article as an e-book, made at the first request and stored. */
export async function ebooks(app: FastifyInstance, options: EbooksOptions) {
  const { dependencies } = options
  const makers = { ...options, encoder: createPictureEncoder() }
  const renditions = createRenditions({ ...dependencies, kind: 'ebook', extension: 'epub' })
  const cacheHeaders = cacheHeadersFor(dependencies.has_cdn)
  const limit = pLimit(AT_ONCE)
  app.addHook('onClose', async () => makers.encoder.close())

  app.get<{ Params: { id: string } }>('/post/:id([1-9]\\d{0,9}).epub', async (request, reply) => {
    const article = await readArticle(dependencies.db, Number(request.params.id))
    const { id, credits, version_id, tags, corrections } = article
    const fingerprint = fingerprintOf(
      EDITION,
      DRAWING_STYLE,
      version_id,
      credits,
      tags,
      corrections,
      dependencies.site,
    )
    const make = () => {
      if (limit.pendingCount >= MAX_WAITING) throw unavailable(5)
      return limit(() => makeBook(makers, article))
    }
    const open = () => renditions.get({ article_id: id, fingerprint, make }, request.log)
    const headers = {
      'content-type': 'application/epub+zip',
      'content-disposition': `attachment; filename="${bookFilename(article)}"`,
      ...cacheHeaders(200, [articleTag(id)]),
    }
    return sendRendition(request, reply, { fingerprint, headers, open })
  })
}

type Row = Awaited<ReturnType<typeof readArticle>>

async function readArticle(db: Dependencies['db'], id: number) {
  const article = await requirePublished(db, id)
  const [corrected] = await withCorrections(db, [article])
  return corrected! // one row for one row
}

async function makeBook({ dependencies, web, drawing, encoder }: Makers, article: Row) {
  const { db, site } = dependencies
  const content = await readContent(db, article.version_id)
  const { renderContent, formatDate } = await web.server()
  const book = {
    ...bookHeading(article),
    credits: article.credits.map((credit) => ({ ...credit, name: legalInXml(credit.name).trim() })),
    id: tagUri(site, article),
    description: legalInXml(article.excerpt).trim(),
    subjects: article.tags.map(({ name }) => name),
    published: article.date_published ?? article.date_created,
    modified: lastChange(article),
    url: `${site.url}${articlePath(article.id)}`,
    site,
    language: LANGUAGE,
    content,
    corrections: article.corrections.map(({ text, created_at }) => ({
      text,
      created_at,
      day: formatDate(created_at, site.timezone),
    })),
    cover: await drawing.draw('jacket', article),
    coverAlt: legalInXml(cardAlt(article)).trim() || 'Untitled',
    pictures: await collectPictures(dependencies, encoder, content),
  }
  return writeBook(book, renderContent)
}

/** The text of a version never changes, even if the article changes while the book is made. */
async function readContent(db: Dependencies['db'], versionId: number) {
  const { content } = await db
    .selectFrom('article_versions')
    .where('id', '=', versionId)
    .select('content')
    .executeTakeFirstOrThrow()
  return content
}

/** The title and the author of a book. */
export const bookHeading = ({ title, author_name }: Pick<Row, 'title' | 'author_name'>) => ({
  title: legalInXml(title).trim() || 'Untitled',
  author: legalInXml(author_name).trim(),
})

export const bookFilename = ({ id, title }: Pick<Row, 'id' | 'title'>) =>
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
