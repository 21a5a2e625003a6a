import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { AppError } from '@nightdesk/contracts'
import type { FastifyInstance } from 'fastify'
import { parse } from 'secure-json-parse'

/** Parses JSON for every adapter. @throws BAD_REQUEST for invalid JSON and for `__proto__` */
export function parseJson(text: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The request is not valid JSON', { cause })
  }
}

/** A body as text. Refuses other encodings than UTF-8, whose letters would silently be lost. */
export function readText(body: Buffer): string {
  if (!isUtf8(body)) throw new AppError('BAD_REQUEST', 'The request is not written in UTF-8')
  return body.toString()
}

/** Takes no body but an empty one, with any content type. A scope adds parsers for what its routes take. */
export function refuseBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  // A request without a length has ended already (`optimizeEmptyRequests`), and a parser would wait for its end.
  app.addHook('preParsing', (request, _reply, payload, done) =>
    done(null, request.raw.readableEnded && request.headers['content-type'] ? Readable.from([]) : payload),
  )
}

/** An empty body counts as none. */
export function useJsonBodies(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request: unknown, body: Buffer, done: (error: null, parsed: unknown) => void) => {
      const text = readText(body)
      done(null, text.trim() === '' ? undefined : parseJson(text))
    },
  )
}
