import { selectArticles } from '@nightdesk/articles'
import { articlePath, notFound, previewPath, proofPaths } from '@nightdesk/contracts'
import { DRAWING_STYLE, type Drawing, fingerprintOf } from '@nightdesk/renditions'
import type { SiteSettings } from '@nightdesk/web/server-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { selectLink } from '../articles/previews.ts'
import { forReaders } from '../articles/read.ts'
import { findUnsavedText } from '../articles/working-copies.ts'
import type { Dependencies } from '../context.ts'
import { PREVIEW_TOKEN } from '../headers.ts'
import { sendOnce } from '../page-store/stored-page.ts'
import type { Parts } from '../parts.ts'
import { failureHandler, renderPage } from './public-site.ts'

/**
 * The page of an unpublished article, for anybody with a link, and its proof: the same page without the notice, which the
 * admin frames. Never stored. Links that are unknown, revoked or expired all get the same answer.
 */
export async function previewPage(app: FastifyInstance, parts: Parts) {
  app.setErrorHandler(failureHandler(parts, () => true))
  const page =
    (is_proof: boolean) =>
    async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
      const found = await readPreview(parts.dependencies, request.params.token)
      const preview = { ...found, is_proof }
      return sendOnce(reply, await renderPage(parts, request, articlePath(found.article.id), { preview }))
    }
  app.get(previewPath(`:token${PREVIEW_TOKEN}`), page(false))
  app.get(proofPaths(previewPath(`:token${PREVIEW_TOKEN}`)).page, page(true))
}

type Format = Parameters<Drawing['draw']>[0]

/** Pictures of about 100 KB that are cached in memory. A draft has none in the storage, as nothing of it is public. */
const CACHED = 16

/** The card and the cover of the e-book of a previewed article, drawn as they will be drawn when it is public. */
export async function proofPictures(app: FastifyInstance, { dependencies, drawing }: Parts) {
  const paths = proofPaths(previewPath(`:token${PREVIEW_TOKEN}`))
  const drawn = new LRUCache<string, Buffer, Preview & { format: Format; site: SiteSettings }>({
    max: CACHED,
    // Of more at once, those that wait still get theirs.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: { format, article, poster_filename, site } }) =>
      drawing.draw(format, { ...article, poster_filename }, site),
  })
  const send = (path: string, format: Format) =>
    app.get<{ Params: { token: string } }>(path, async (request, reply) => {
      const preview = await readPreview(dependencies, request.params.token)
      const { article, poster_filename } = preview
      const { id, title, author_name } = article
      const site = await dependencies.readSite()
      const drawnSite = [site.name, site.accent_light]
      const key = fingerprintOf(DRAWING_STYLE, format, id, title, author_name, poster_filename, drawnSite)
      return reply
        .type('image/png')
        .send(await drawn.forceFetch(key, { context: { ...preview, format, site } }))
    })
  send(paths.card, 'card')
  send(paths.cover, 'jacket')
}

type Preview = Awaited<ReturnType<typeof readPreview>>

/**
 * What a preview link shows now: the article in the form that readers get.
 * @throws NOT_FOUND when it is unknown, revoked or expired, or its maker may not see the article
 */
async function readPreview({ db, site }: Dependencies, token: string) {
  const link = await selectLink(db, token).executeTakeFirst()
  const saved =
    link &&
    (await selectArticles(db, 'current_version_id')
      .where('articles.id', '=', link.article_id)
      .select('version.content')
      .executeTakeFirst())
  if (!saved) throw notFound('Preview')
  const unsaved = link.with_unsaved ? await findUnsavedText(db, link.created_by, saved.id) : {}
  const shown = { ...saved, ...unsaved }
  const [article] = await forReaders({ db, site }, [shown])
  if (!article) throw notFound('Preview')
  return { article, poster_filename: shown.poster_filename, expires_at: link.expires_at }
}
