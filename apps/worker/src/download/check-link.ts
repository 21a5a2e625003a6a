import { AppError } from '@nightdesk/contracts'
import {
  type GuardedRequest,
  guardedRequest,
  isNetworkError,
  isRequestable,
  REDIRECTS,
} from './guarded-request.ts'

interface LinkCheckOptions {
  /** As for downloads. */
  trusted_origins: readonly string[]
  /** Address of the magazine, for the sites that are asked. */
  site_url: string | undefined
  /** Milliseconds for one link, redirects included. */
  timeout?: number
}

/**
 * `moved`: a permanent redirect leads to `location` · `refused`: the site answers, but not to us · `failed`: nothing is there,
 * or it cannot be reached.
 */
export interface LinkResult {
  outcome: 'works' | 'moved' | 'refused' | 'failed'
  /** Of the last answer; null without one. */
  status: number | null
  location: string | null
}

/** Finds out what is at a web address, at public addresses only. It reads headers, and never a body. */
export type CheckLink = (url: string) => Promise<LinkResult>

const MAX_REDIRECTS = 5
const PERMANENT = new Set([301, 308])
/** Bytes of an address that can be stored. */
const MAX_LOCATION = 2048

export function createLinkCheck({
  trusted_origins,
  site_url,
  timeout = 10_000,
}: LinkCheckOptions): CheckLink {
  const trusted = new Set(trusted_origins)
  const headers = { accept: '*/*', 'user-agent': `Nightdesk link check${site_url ? ` (+${site_url})` : ''}` }
  return async (url) => {
    const signal = AbortSignal.timeout(timeout)
    try {
      return await follow(url, { trusted, headers, signal })
    } catch (error) {
      if (signal.aborted || error instanceof AppError || isNetworkError(error)) return FAILED
      throw error
    }
  }
}

const FAILED: LinkResult = { outcome: 'failed', status: null, location: null }

type Options = Omit<GuardedRequest, 'method'>

/** Follows redirects itself, to check each address like the first. */
async function follow(address: string, options: Options): Promise<LinkResult> {
  let url = address
  let isMoved = false
  let isPermanent = true
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!isRequestable(url, options.trusted)) return { ...FAILED, outcome: 'refused' }
    const { status, location } = await ask(new URL(url), options)
    if (!REDIRECTS.has(status) || !location) {
      const hasNewAddress = isMoved && isPermanent && status < 400 && Buffer.byteLength(url) <= MAX_LOCATION
      return hasNewAddress
        ? { outcome: 'moved', status, location: url }
        : { outcome: outcomeOf(status), status, location: null }
    }
    isMoved = true
    isPermanent &&= PERMANENT.has(status)
    url = redirected(url, location)
  }
  return FAILED
}

/** A part of the page that is named stays named, unless the redirect names another (RFC 9110, 10.2.2). Empty for no address. */
function redirected(from: string, location: string): string {
  const to = URL.parse(location, from)
  if (to?.hash === '') to.hash = new URL(from).hash
  return to?.href ?? ''
}

/** By HEAD, and again by GET when that is refused, or breaks the connection: not every site answers both alike. */
async function ask(url: URL, options: Options): Promise<{ status: number; location: string | undefined }> {
  const head = await headersOf(url, 'HEAD', options).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET') throw error
  })
  return head && head.status < 400 ? head : headersOf(url, 'GET', options)
}

async function headersOf(url: URL, method: 'HEAD' | 'GET', options: Options) {
  const response = await guardedRequest(url, { ...options, method })
  response.destroy()
  return { status: response.statusCode ?? 0, location: response.headers.location }
}

function outcomeOf(status: number): LinkResult['outcome'] {
  if (status < 400) return 'works'
  return status === 404 || status === 410 || status >= 500 ? 'failed' : 'refused'
}
