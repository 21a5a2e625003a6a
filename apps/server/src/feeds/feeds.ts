import { LISTS } from '@nightdesk/db'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../context.ts'
import { sendCached } from '../pages/send-cached.ts'
import type { Web } from '../pages/web.ts'
import { atom } from './atom.ts'
import { jsonFeed } from './json-feed.ts'
import { type Feed, readFeed } from './read-feed.ts'
import { rss } from './rss.ts'

const FEEDS: { path: string; type: string; write: (feed: Feed) => string }[] = [
  { path: '/rss.xml', type: 'application/rss+xml', write: rss },
  { path: '/atom.xml', type: 'application/atom+xml', write: atom },
  { path: '/feed.json', type: 'application/feed+json', write: jsonFeed },
]

/** Feed readers that are web pages fetch feeds too. A feed holds only public text. */
const FOR_ANYONE = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

/** The newest stories as feeds, in three formats. */
export async function feeds(app: FastifyInstance, options: { dependencies: Dependencies; web: Web }) {
  const { dependencies, web } = options
  for (const { path, type, write } of FEEDS) {
    const render = async () => ({
      status: 200,
      type: `${type}; charset=utf-8`,
      body: write(await readFeed(dependencies, await web.server())),
    })
    app.get(path, (request, reply) => {
      reply.headers(FOR_ANYONE)
      return sendCached(options, request, reply, { key: path, tags: [LISTS], render })
    })
  }
}
