import type { IncomingMessage } from 'node:http'
import { AppError, IMAGE_TOO_LARGE, MAX_IMAGE_BYTES } from '@nightdesk/contracts'
import {
  type GuardedRequest,
  guardedRequest,
  isNetworkError,
  isRequestable,
  noSuchSite,
  REDIRECTS,
  refused,
} from './guarded-request.ts'

interface DownloadOptions {
  /** Such as `http://pictures.intranet:8080`: these may have addresses that are not public. */
  trusted_origins: readonly string[]
  /** Milliseconds for the whole download, redirects included. */
  timeout?: number
}

/**
 * Downloads a file from an address that a stranger may have written: from public addresses only, at most as large as an
 * upload. Callers detect its type by its bytes. @throws AppError with the reason as a sentence
 */
export type Download = (url: string) => Promise<Buffer>

const MAX_REDIRECTS = 3

export function createDownload({ trusted_origins, timeout = 10_000 }: DownloadOptions): Download {
  const trusted = new Set(trusted_origins)
  return async (address) => {
    const signal = AbortSignal.timeout(timeout)
    try {
      return await readBody(await follow(address, { trusted, signal, method: 'GET', headers: HEADERS }))
    } catch (error) {
      throw explain(error, signal)
    }
  }
}

/** Follows redirects itself, to check each address like the first. */
async function follow(address: string, options: GuardedRequest): Promise<IncomingMessage> {
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!isRequestable(url, options.trusted))
      throw refused('Images are copied from ordinary web addresses only: http or https, and no port.')
    const response = await guardedRequest(new URL(url), options)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return response
    response.destroy()
    if (!REDIRECTS.has(statusCode) || !headers.location) throw noImage(statusCode)
    url = URL.parse(headers.location, url)?.href ?? ''
  }
  throw refused('This address leads on to others too many times.')
}

const HEADERS = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Nightdesk' }

async function readBody(response: IncomingMessage): Promise<Buffer> {
  if (Number(response.headers['content-length'] ?? 0) > MAX_IMAGE_BYTES) {
    response.destroy()
    throw tooLarge()
  }
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop destroys the response.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_IMAGE_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLarge = () => new AppError('PAYLOAD_TOO_LARGE', IMAGE_TOO_LARGE)

const noImage = (status: number) =>
  status === 404 || status === 410
    ? refused('There is nothing at this address.')
    : refused(`The site does not give this image away (status ${status}).`)

/** The error for the caller. An error that is neither a refusal nor one of the network is a bug. */
function explain(error: unknown, { aborted }: AbortSignal): unknown {
  if (error instanceof AppError) return error
  if (aborted) return refused('The site took too long to answer. Please try again later.')
  if ((error as NodeJS.ErrnoException).syscall === 'getaddrinfo') return noSuchSite({ cause: error })
  return isNetworkError(error)
    ? refused('The site could not be reached. Please try again later.', { cause: error })
    : error
}
