import { authorPath, notFound, tagPath, tagSlugInput } from '@nightdesk/contracts'
import { LISTS } from '@nightdesk/db'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteOptions } from '../pages/public-site.ts'
import { sendCached } from '../pages/send-cached.ts'
import { redirectFailure } from '../redirects/redirect-missing.ts'
import { atom } from './atom.ts'
import { jsonFeed } from './json-feed.ts'
import { type Feed, type FeedFilter, readFeed } from './read-feed.ts'
import { rss } from './rss.ts'

interface Format {
  file: string
  type: string
  write: (feed: Feed) => string
}

const FORMATS: readonly Format[] = [
  { file: 'rss.xml', type: 'application/rss+xml', write: rss },
  { file: 'atom.xml', type: 'application/atom+xml', write: atom },
  { file: 'feed.json', type: 'application/feed+json', write: jsonFeed },
]

/** Feed readers that are web pages fetch feeds too. A feed holds only public text. */
const FOR_ANYONE = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** The newest stories as feeds, in three formats: of the site, of each tag and of each author. */
export async function feeds(app: FastifyInstance, options: SiteOptions) {
  for (const format of FORMATS) {
    const { file } = format
    app.get(`/${file}`, (request, reply) => send(options, format, request, reply, '', {}))
    app.get<{ Params: { slug: string } }>(`/tag/:slug/${file}`, (request, reply) => {
      const tag = readSlug(request.params.slug)
      return send(options, format, request, reply, tagPath(tag), { tag })
    })
    app.get<{ Params: { id: string } }>(`/author/:id([1-9]\\d{0,9})/${file}`, (request, reply) => {
      const author = Number(request.params.id)
      return send(options, format, request, reply, authorPath(author), { author })
    })
  }
}

/** @throws NOT_FOUND for a text that can be no slug */
function readSlug(slug: string): string {
  const { success, data } = tagSlugInput.safeParse(slug)
  if (!success) throw notFound('Feed')
  return data
}

function send(
  options: SiteOptions,
  { file, type, write }: Format,
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  filter: FeedFilter,
) {
  const { dependencies, web } = options
  const render = async () => ({
    status: 200,
    type: `${type}; charset=utf-8`,
    body: write(await readFeed(dependencies, await web.server(), filter)),
  })
  reply.headers(FOR_ANYONE)
  const feed = { key: `${page}/${file}`, tags: [LISTS], render }
  return sendCached(options, request, reply, feed).catch((error) =>
    redirectFailure(dependencies, request, reply, error),
  )
}
