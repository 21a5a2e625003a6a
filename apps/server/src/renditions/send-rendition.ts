import type { RenditionFile } from '@nightdesk/renditions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from '../page-store/if-none-match.ts'

interface Rendition {
  fingerprint: string
  headers: Record<string, string>
  /** Not called when the client has the file already. */
  open: () => Promise<RenditionFile>
}

/** Sends a file, or 304 when the client has it already. */
export async function sendRendition(
  request: FastifyRequest,
  reply: FastifyReply,
  { fingerprint, headers, open }: Rendition,
) {
  const etag = `"${fingerprint}"`
  const isUnchanged = isKnown(request.headers['if-none-match'], etag)
  const file = isUnchanged ? undefined : await open()
  // Only now: a failure must not be cached.
  reply.headers(file?.isTemporary ? { ...headers, 'cache-control': 'no-store' } : { ...headers, etag })
  if (!file) return reply.code(304).send()
  return reply.header('content-length', file.bytes).send(file.body)
}
