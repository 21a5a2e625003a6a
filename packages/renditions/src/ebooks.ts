import { findPublished, withCorrections } from '@nightdesk/articles'
import {
  articlePath,
  cardAlt,
  LANGUAGE,
  lastChange,
  legalInXml,
  tagUri,
  unavailable,
} from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import type { Encoder } from '@nightdesk/images'
import type { Store } from '@nightdesk/storage'
import pLimit from 'p-limit'
import { writeBook } from './book.ts'
import { createDrawing, DRAWING_STYLE, type Drawing, type DrawnSite } from './drawing.ts'
import { collectPictures, createPictureEncoder } from './pictures.ts'
import { importWebServer, type Renderer } from './renderer.ts'
import { createRenditions, fingerprintOf, type RenditionFile, type RenditionLog } from './renditions.ts'

/** Increased when books are made in another way, so that stored ones are made anew. */
const EDITION = 8
/** Books at once: each is in memory with its pictures while it is made. */
const AT_ONCE = 1
const MAX_WAITING = 16

/** What an e-book says about its site. */
export interface BookSite extends DrawnSite {
  /** Origin of the public site, without a trailing slash. */
  url: string
  /** IANA name of the time zone of public dates. */
  timezone: string
  /** As BCP 47 has it. */
  language: string
}

export interface EbooksOptions {
  db: Db
  storage: Store
  readSite(): Promise<BookSite>
  renderer: Renderer
  drawing: Drawing
}

/** The e-book of one version of an article, which may have to be made. */
export interface Ebook {
  id: number
  title: string
  /** A hash of everything that it shows. */
  fingerprint: string
  /** @throws UNAVAILABLE when too many wait, or while the storage is away */
  open(log: RenditionLog): Promise<RenditionFile>
}

/** E-books of published articles, made when they are first asked for, and stored. */
export function createEbooks(options: EbooksOptions) {
  const { db, readSite } = options
  const makers = { ...options, encoder: createPictureEncoder() }
  const getRendition = createRenditions({ ...options, kind: 'ebook', extension: 'epub' })
  const limit = pLimit(AT_ONCE)
  const inTurn = (article: Row, site: BookSite) => {
    if (limit.pendingCount >= MAX_WAITING) throw unavailable(5)
    return limit(() => makeBook(makers, article, site))
  }
  return {
    /** Undefined when there is no such published article. */
    async find(id: number): Promise<Ebook | undefined> {
      const article = await findArticle(db, id)
      if (!article) return undefined
      const site = await readSite()
      const fingerprint = fingerprintFor(article, site)
      const wanted = { article_id: id, fingerprint, make: async () => inTurn(article, site) }
      return { id, title: article.title, fingerprint, open: (log) => getRendition(wanted, log) }
    },
    close: () => makers.encoder.close(),
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof findArticle>>>

async function findArticle(db: Db, id: number) {
  const article = await findPublished(db, id)
  const [corrected] = await withCorrections(db, article ? [article] : [])
  return corrected
}

function fingerprintFor({ version_id, credits, tags, corrections }: Row, site: BookSite) {
  const { name, url, timezone, language, accent_light } = site
  const shown = [EDITION, DRAWING_STYLE, version_id, credits, tags, corrections, name, url, timezone]
  // Of a site that keeps both, the books of before stay.
  return fingerprintOf(
    ...shown,
    ...(language === LANGUAGE ? [] : [language]),
    ...(accent_light ? [accent_light] : []),
  )
}

type Makers = EbooksOptions & { encoder: Encoder }

async function makeBook({ db, storage, renderer, drawing, encoder }: Makers, article: Row, site: BookSite) {
  // That of a version never changes, even if the article changes while the book is made.
  const { content } = await db
    .selectFrom('article_versions')
    .where('id', '=', article.version_id)
    .select('content')
    .executeTakeFirstOrThrow()
  const { renderContent, formatDate } = await renderer()
  const { pictures, isTemporary } = await collectPictures({ db, storage, site }, encoder, content)
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
    language: site.language,
    content,
    corrections: article.corrections.map(({ text, created_at }) => ({
      text,
      created_at,
      day: formatDate(created_at, site.timezone),
    })),
    cover: await drawing.draw('jacket', article, site),
    coverAlt: legalInXml(cardAlt(article)).trim() || 'Untitled',
    pictures,
  }
  return { bytes: await writeBook(book, renderContent), isTemporary }
}

/** The title and the author of a book. */
export const bookHeading = ({ title, author_name }: Pick<Row, 'title' | 'author_name'>) => ({
  title: legalInXml(title).trim() || 'Untitled',
  author: legalInXml(author_name).trim(),
})

/** E-books for a program without a server. @throws when the web app has not been built */
export async function openEbooks(
  options: Pick<EbooksOptions, 'db' | 'storage' | 'readSite'>,
  log: RenditionLog,
) {
  const web = await importWebServer()
  const renderer = async () => web
  const drawing = createDrawing({ ...options, renderer })
  const books = createEbooks({ ...options, renderer, drawing })
  return {
    /** The bytes that readers download; undefined when there is no such published article. */
    async read(id: number) {
      const book = await books.find(id)
      return (await book?.open(log))?.body
    },
    [Symbol.dispose]() {
      books.close()
      drawing.close()
    },
  }
}
