import { requirePublished } from '@nightdesk/articles'
import { cardPath } from '@nightdesk/contracts'
import { articleTag } from '@nightdesk/db'
import { createRenditions, DRAWING_STYLE, type Drawing, fingerprintOf } from '@nightdesk/renditions'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../dependencies.ts'
import { tagHeaders } from '../page-store/cache-headers.ts'
import { sendRendition } from '../renditions/send-rendition.ts'

interface CardsOptions {
  dependencies: Dependencies
  drawing: Drawing
}

const ID = '([1-9]\\d{0,9})'

const HEADERS = {
  'content-type': 'image/png',
  // A day, not a year: the address names the version, but the names of author and site can change.
  'cache-control': 'public, max-age=86400',
  // Other sites show it.
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * `GET /cards/:id-:version.png`: the card of a published article, drawn at the first request. There is one per article; the
 * address of an earlier version redirects to it.
 */
export async function cards(app: FastifyInstance, { dependencies, drawing }: CardsOptions) {
  const renditions = createRenditions({ ...dependencies, kind: 'card', extension: 'png' })
  app.get<{ Params: { id: string; version: string } }>(
    `/cards/:id${ID}-:version${ID}.png`,
    async (request, reply) => {
      const { id, version } = request.params
      const article = await requirePublished(dependencies.db, Number(id))
      if (article.version_id !== Number(version)) return reply.redirect(cardPath(article), 302)
      const { title, author_name, poster_filename } = article
      const fingerprint = fingerprintOf(
        DRAWING_STYLE,
        title,
        author_name,
        poster_filename,
        dependencies.site.name,
      )
      const make = async () => ({ bytes: await drawing.draw('card', article) })
      const open = () => renditions.get({ article_id: article.id, fingerprint, make }, request.log)
      const headers = { ...HEADERS, ...tagHeaders(dependencies.has_cdn, [articleTag(article.id)]) }
      return sendRendition(request, reply, { fingerprint, headers, open })
    },
  )
}
