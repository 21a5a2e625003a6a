import { SERVER_ERROR } from '@nightdesk/contracts'
import { data, isRouteErrorResponse } from 'react-router'

/** The message of a 404 that is not about a story. */
export const NO_PAGE = 'Page not found'

interface PageErrorBody {
  /** A sentence for a reader. */
  message: string
  /** For the server's log. */
  cause?: unknown
}

/** The props of an error page. */
export interface PageFailure {
  status: number
  /** A sentence for a reader. */
  message: string
  /** The path of the failed page. */
  pathname: string
}

/** The 404 that a loader throws. */
export function notFound(message: string) {
  return data<PageErrorBody>({ message }, { status: 404 })
}

/** Converts the error of a call to the status of the page. `missing` is the message of a 404. */
export function asPageError(error: unknown, missing: string) {
  const code = codeOf(error)
  if (code === 'NOT_FOUND') return notFound(missing)
  const status = code === 'UNAVAILABLE' || code === 'SERVICE_UNAVAILABLE' ? 503 : 500
  return data<PageErrorBody>({ message: SERVER_ERROR, cause: error }, { status })
}

/** Reads the error that the static handler caught. Errors not thrown by the two functions above are a 500. */
export function readPageError(error: unknown): PageErrorBody & { status: number } {
  if (!isRouteErrorResponse(error)) return { status: 500, message: SERVER_ERROR, cause: error }
  // Only the two functions above create route errors.
  const { message, cause } = error.data as PageErrorBody
  return { status: error.status, message, cause }
}

/** Both AppError and tRPC's errors have a code. */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
