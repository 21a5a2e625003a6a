import { type CdnKind, kindOfHost } from '@nightdesk/config'
import { EVERYTHING } from '@nightdesk/db'
import { MAX_TAGS, purgeRequest } from './purge-request.ts'

/** Makes the CDN drop every answer with one of these tags. @throws when the CDN does not confirm it */
export type PurgeCdn = (tags: readonly string[]) => Promise<void>

interface CdnSettings {
  CDN_PURGE_URL?: string | undefined
  CDN_PURGE_TOKEN?: string | undefined
  CDN_KIND?: CdnKind | undefined
}

/** Shorter than the time until the second purge of a change, so that a first one that fails has failed by then. */
const TIME_LIMIT_MS = 8_000

/** @param time_limit in milliseconds. @returns null without a CDN */
export function createCdnPurge(
  { CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token = '', CDN_KIND: kind }: CdnSettings,
  time_limit = TIME_LIMIT_MS,
): PurgeCdn | null {
  if (url === undefined) return null
  const requestOf = purgeRequest[kind ?? kindOfHost(url)]
  return async (tags) => {
    const unique = [...new Set(tags)]
    const isEverything = unique.includes(EVERYTHING) || unique.length > MAX_TAGS
    // A redirect would take the token to another address.
    const answer = await fetch(url, {
      ...requestOf(isEverything ? [EVERYTHING] : unique, token),
      redirect: 'error',
      signal: AbortSignal.timeout(time_limit),
    })
    // Its text is not part of the error, which is shown to admins: it may repeat the token.
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The CDN answered ${answer.status} to a purge`)
  }
}
