import { AppError } from '@nightdesk/contracts'
import type { FastifyInstance } from 'fastify'
import { parse } from 'secure-json-parse'

/** Parses JSON as every door does: no `__proto__`, and a flaw is a 400. */
export function parseJson(text: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The request is not valid JSON', { cause })
  }
}

/** Accepts JSON only. An empty body is no body, whatever its content type. */
export function useJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => (body.trim() === '' ? undefined : parseJson(body)),
  )
}
