import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { AppError, IMAGE_TOO_LARGE, isWebUrl, MAX_IMAGE_BYTES } from '@nightdesk/contracts'
import { isPublicAddress, lookupPublic } from './public-address.ts'
import { noSuchSite, refused } from './refusals.ts'

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
    const optionsOf = (url: URL) => (trusted.has(url.origin) ? {} : guard(url))
    try {
      return await readBody(await follow(address, (url) => get(url, { ...optionsOf(url), signal })))
    } catch (error) {
      throw explain(error, signal)
    }
  }
}

/** Follows redirects itself, to check each address like the first. */
async function follow(address: string, get: (url: URL) => Promise<IncomingMessage>) {
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    // The rule for every stored address: http or https, with a host, without user or password.
    if (!isWebUrl(url)) throw notCopied()
    const response = await get(new URL(url))
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return response
    response.destroy()
    if (!REDIRECTS.has(statusCode) || !headers.location) throw noImage(statusCode)
    url = URL.parse(headers.location, url)?.href ?? ''
  }
  throw refused('This address leads on to others too many times.')
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Options that keep a request out of private networks. @throws AppError for an address that is private by itself */
function guard({ hostname, port }: URL): RequestOptions {
  // The default port of the scheme reads as an empty one.
  if (port !== '') throw notCopied()
  const host = hostname.replace(/^\[|\]$/g, '')
  // An IP address is connected to without a lookup.
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw noSuchSite()
  return { lookup: lookupPublic }
}

/** Sends no cookie and no referrer, on a new connection. */
async function get(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Nightdesk' }
  const asked = request(url, { ...options, agent: false, headers })
  // After the response has begun, the response emits the errors. Without a listener here they would end the worker.
  asked.on('error', () => {}).end()
  const [response]: IncomingMessage[] = await once(asked, 'response')
  return response! // the event has one argument
}

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
const notCopied = () =>
  refused('Images are copied from ordinary web addresses only: http or https, and no port.')

const noImage = (status: number) =>
  status === 404 || status === 410
    ? refused('There is nothing at this address.')
    : refused(`The site does not give this image away (status ${status}).`)

/** The error for the caller. An error that is neither a refusal nor one of the network is a bug. */
function explain(error: unknown, { aborted }: AbortSignal): unknown {
  if (error instanceof AppError) return error
  if (aborted) return refused('The site took too long to answer. Please try again later.')
  // Errors of the network, of TLS, and of malformed HTTP.
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'getaddrinfo') return noSuchSite({ cause: error })
  return code ? refused('The site could not be reached. Please try again later.', { cause: error }) : error
}
