import { buffer } from 'node:stream/consumers'
import { findPublished } from '@nightdesk/articles'
import {
  accentStyles,
  articlePath,
  ICON_SIZES,
  notFound,
  previewSite,
  type SitePreviewAnswer,
} from '@nightdesk/contracts'
import { readSite } from '@nightdesk/db'
import { createEncoder } from '@nightdesk/images'
import { ignoreNotFound } from '@nightdesk/storage'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { authorize, parseAnswer, parseInput } from '../calls/call.ts'
import { splitRoute } from '../calls/endpoints.ts'
import type { Context } from '../context.ts'
import { useJsonBodies } from '../http/server.ts'
import { resetLetter } from '../mail/letters.ts'
import { renderPage } from '../pages/public-site.ts'
import type { Parts } from '../parts.ts'

const COLOUR = '([\\da-f]{6})'
const FOR_EVER = 'public, max-age=31536000, immutable'
/** Icons of a few kilobytes that are kept in memory: of this site, and of those before. */
const CACHED_ICONS = 32

/** The style sheet of an accent, which its address says whole, and the icon of the site in its sizes. */
export async function siteFiles(app: FastifyInstance, { dependencies: { db, storage } }: Parts) {
  app.get<{ Params: { light: string; dark: string } }>(
    `/accents/:light${COLOUR}-:dark${COLOUR}.css`,
    async ({ params: { light, dark } }, reply) =>
      reply
        .type('text/css; charset=utf-8')
        .header('cache-control', FOR_EVER)
        .send(accentStyles(`#${light}`, `#${dark}`)),
  )

  const encoder = createEncoder({ size: 1, maxWaiting: 16, timeout: 10_000, idle: 30_000 })
  app.addHook('onClose', async () => encoder.close())
  const icons = new LRUCache<string, Buffer, { filename: string; side: number }>({
    max: CACHED_ICONS,
    async fetchMethod(_key, _stale, { context: { filename, side } }) {
      const file = await storage.get(filename).catch(ignoreNotFound)
      if (!file) throw notFound('Icon')
      const bytes = await buffer(file)
      const reply = await encoder.run({ bytes, extension: 'png', side })
      if ('image' in reply) return Buffer.from(reply.image.bytes)
      throw new Error(`The icon cannot be drawn: ${reply.problem} ${reply.detail}`)
    },
  })
  app.get<{ Params: { id: string; side: string } }>(
    '/icons/:id([1-9]\\d{0,9})-:side(\\d{2,3}).png',
    async ({ params }, reply) => {
      const [id, side] = [Number(params.id), Number(params.side)]
      // Only of a version of the site: this is no service that makes pictures smaller.
      const icon = await db
        .selectFrom('images')
        .innerJoin('site_versions', 'icon_image_id', 'images.id')
        .where('images.id', '=', id)
        .select('filename')
        .limit(1)
        .executeTakeFirst()
      if (!icon || !ICON_SIZES.includes(side)) throw notFound('Icon')
      const png = await icons.forceFetch(`${id} ${side}`, { context: { ...icon, side } })
      return reply.type('image/png').header('cache-control', FOR_EVER).send(png)
    },
  )
}

/** `POST /admin/site/preview`: what changes of the site would make of a page, a card or a mail. Nothing is stored. */
export async function sitePreview(app: FastifyInstance, parts: Parts) {
  useJsonBodies(app)
  app.route({
    ...splitRoute(previewSite),
    onRequest: async (request) => authorize(await parts.contextOf(request), previewSite),
    async handler(request, reply) {
      const ctx = await parts.contextOf(request)
      const { changes, shows } = parseInput(previewSite, request.body)
      const { site: changed } = await readSite(ctx.db, { ...changes, ...ctx.locked_site })
      const site = { ...changed, ...ctx.site }
      const newest = await findNewest(ctx)
      const previews: Record<typeof shows, () => Promise<SitePreviewAnswer>> = {
        home: async () => ({ html: await pageOf('/') }),
        story: async () => ({ html: await pageOf(newest ? articlePath(newest.id) : '/') }),
        card: async () => ({
          image: `data:image/png;base64,${(await parts.drawing.draw('card', newest ?? SAMPLE, site)).toString('base64')}`,
        }),
        mail: async () => {
          const url = `${site.url}/reset-password#…`
          const { subject, text } = resetLetter({ name: 'Ada', site: site.name, url })
          return { subject, text }
        },
      }
      const pageOf = async (path: string) => (await renderPage(parts, request, path, { site })).body
      return reply.send({
        success: true,
        data: parseAnswer(previewSite, await previews[shows](), request.log),
      })
    },
  })
}

/** A card before the first story is published. */
const SAMPLE = { id: 1, title: 'The first story', author_name: '', poster_filename: null }

async function findNewest({ db }: Context) {
  const newest = await db
    .selectFrom('stories')
    .where('state', '=', 'published')
    .select('id')
    .orderBy('date_published', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest && findPublished(db, newest.id)
}
