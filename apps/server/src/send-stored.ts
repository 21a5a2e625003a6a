import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredPage } from './pages.ts'

/** A shared cache may keep a page for half a minute and serve it for one more while it asks again. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=30, stale-while-revalidate=60'

/** Seconds. A page that failed looks like any other page; only this tells a program when to come back. */
const RETRY_AFTER = 2

/** Sends a stored answer in the best encoding the client takes, or 304 when it has it already. */
export function sendStored(request: FastifyRequest, reply: FastifyReply, page: StoredPage) {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const etag = encoding === 'identity' ? page.etag : page.etag.replace(/"$/, `-${encoding}"`)
  const isKept = page.status === 200
  reply.header('vary', 'Accept-Encoding').header('cache-control', isKept ? CACHE_CONTROL : 'no-store')
  if (isKept) {
    reply.header('etag', etag)
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  }
  if (page.status === 503) reply.header('retry-after', RETRY_AFTER)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(page.status).header('content-type', page.type).send(page[encoding])
}

function chooseEncoding(accepted: string | undefined): 'br' | 'gzip' | 'identity' {
  if (!accepted) return 'identity'
  if (takes(accepted, 'br')) return 'br'
  return takes(accepted, 'gzip') ? 'gzip' : 'identity'
}

const takes = (accepted: string, name: string) =>
  accepted.includes(name) && !new RegExp(`${name}\\s*;\\s*q=0(\\.0*)?\\s*(,|$)`).test(accepted)
