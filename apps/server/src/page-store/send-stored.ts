import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding } from './choose-encoding.ts'
import { isKnown } from './if-none-match.ts'
import type { Rendered, StoredPage } from './stored-page.ts'

/** Sends a stored answer in the best encoding that the client accepts, or 304 when the client has it already. */
export function sendStored({ headers }: FastifyRequest, reply: FastifyReply, page: StoredPage) {
  const { body, etag, headers: own, unchanged } = page[chooseEncoding(headers['accept-encoding'])]
  if (page.status === 200 && isKnown(headers['if-none-match'], etag))
    return reply.code(304).headers(unchanged).send()
  return reply.code(page.status).headers(own).send(Buffer.from(body, 'latin1'))
}

/** Sends an answer that is not stored. */
export function sendOnce(reply: FastifyReply, { status, type, body, headers = {} }: Rendered) {
  return reply
    .code(status)
    .type(type)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send(body)
}
