import { SERVER_ERROR } from '@nightdesk/contracts'
import { data, isRouteErrorResponse } from 'react-router'

/** Said where there is nothing, if not of a story. */
export const NO_PAGE = 'Page not found'

interface PageErrorBody {
  /** A sentence for a reader. */
  message: string
  /** What went wrong, for the log of the server. */
  cause?: unknown
}

/** What the page that stands for one that failed is told. */
export interface PageFailure {
  status: number
  /** A sentence for a reader. */
  message: string
  /** Where it happened. */
  pathname: string
}

/** What a loader throws when there is nothing at this address. */
export function notFound(message: string) {
  return data<PageErrorBody>({ message }, { status: 404 })
}

/** Gives a failed call the status of the page; `missing` is said when the API found nothing. */
export function asPageError(error: unknown, missing: string) {
  const code = codeOf(error)
  if (code === 'NOT_FOUND') return notFound(missing)
  const status = code === 'UNAVAILABLE' || code === 'SERVICE_UNAVAILABLE' ? 503 : 500
  return data<PageErrorBody>({ message: SERVER_ERROR, cause: error }, { status })
}

/** Reads what the static handler caught. Anything a loader did not throw on purpose is a 500. */
export function readPageError(error: unknown): PageErrorBody & { status: number } {
  if (!isRouteErrorResponse(error)) return { status: 500, message: SERVER_ERROR, cause: error }
  // Loaders throw nothing but the two functions above.
  const { message, cause } = error.data as PageErrorBody
  return { status: error.status, message, cause }
}

/** Our own errors and tRPC's both carry a code. */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
