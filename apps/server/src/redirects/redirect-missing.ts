import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dependencies } from '../context.ts'
import { cacheHeadersFor } from '../page-store/cache-headers.ts'

/** Otherwise browsers would remember a redirect for ever. */
const CACHING = cacheHeadersFor(false)(301, [])

/**
 * Redirects a request for an address that has no page, and counts the address when it is not redirected. As only such requests come
 * here, no redirect hides a page.
 * @returns undefined when the address is not found
 */
export async function redirectMissing(
  { find_redirect, missing_addresses }: Pick<Dependencies, 'find_redirect' | 'missing_addresses'>,
  { url }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const location = await find_redirect(url)
  if (location !== null) return reply.headers(CACHING).redirect(location, 301)
  missing_addresses.note(url)
  return undefined
}
