import { isUtf8 } from 'node:buffer'
import { AppError } from '@nightdesk/contracts'
import type { FastifyInstance } from 'fastify'
import { parse } from 'secure-json-parse'

/** Parses JSON as every adapter does: no `__proto__`, and a flaw is a 400. */
export function parseJson(text: string): unknown {
  try {
    return parse(text)
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The request is not valid JSON', { cause })
  }
}

/** A body as text. Other encodings are refused: their letters would be lost without a word. */
export function readText(body: Buffer): string {
  if (!isUtf8(body)) throw new AppError('BAD_REQUEST', 'The request is not written in UTF-8')
  return body.toString()
}

/** Accepts JSON only. An empty body is no body, whatever its content type. */
export function useJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => {
      const text = readText(body)
      return text.trim() === '' ? undefined : parseJson(text)
    },
  )
}
