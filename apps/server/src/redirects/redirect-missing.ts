import { AppError } from '@nightdesk/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cacheHeadersFor } from '../page-store/cache-headers.ts'
import type { FindRedirect } from './find-redirect.ts'
import type { MissingAddresses } from './missing-addresses.ts'

interface Redirecting {
  find_redirect: FindRedirect
  missing_addresses: MissingAddresses
}

/** Otherwise browsers would remember a redirect for ever. */
const CACHING = cacheHeadersFor(false)(301, [])

/**
 * Redirects a request for an address that has no page, and counts the address when it is not redirected. As only such requests come
 * here, no redirect hides a page.
 * @returns undefined when the address is not found
 */
export async function redirectMissing(
  { find_redirect, missing_addresses }: Redirecting,
  { url }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const location = await find_redirect(url)
  if (location !== null) return reply.headers(CACHING).redirect(location, 301)
  missing_addresses.note(url)
  return undefined
}

/** The same for a file that is not found, such as the feed of a tag. @throws any error that is not redirected */
export async function redirectFailure(
  dependencies: Redirecting,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  const isMissing = error instanceof AppError && error.code === 'NOT_FOUND'
  const redirected = isMissing ? await redirectMissing(dependencies, request, reply) : undefined
  if (redirected) return redirected
  throw error
}
