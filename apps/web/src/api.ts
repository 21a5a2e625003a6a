import type { ApiRouter } from '@nightdesk/contracts'
import { httpBatchLink, type TRPCClientErrorLike, type TRPCLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import { map, tap } from '@trpc/server/observable'
import { confirmationLink } from './admin/auth/confirmation.ts'
import { endSession, readToken, requireEnrolment, sessionHeaders } from './admin/auth/session.ts'

/** The API as React hooks, with the types of the contract. */
export const api = createTRPCReact<ApiRouter>()

/** A failed call. It has no `data` when the server was not reached. */
export type ApiError = TRPCClientErrorLike<ApiRouter>

export function createApiClient() {
  return api.createClient({
    links: [
      sessionLink,
      confirmationLink,
      contentLink,
      httpBatchLink({ url: '/trpc', maxItems: 10, headers: sessionHeaders, fetch: fetchInTime }),
    ],
  })
}

/** Milliseconds that the server gets for an answer. The text of an editor waits for it. */
const TIMEOUT = 30_000
/** Bytes per millisecond that a slow connection sends. */
const SLOWEST = 10

/** Ends a call that hangs, as one that does not reach the server. */
const fetchInTime: typeof fetch = (url, init) => {
  const { body, signal } = init ?? {}
  const sending = typeof body === 'string' ? body.length / SLOWEST : 0
  const timeout = AbortSignal.timeout(TIMEOUT + sending)
  return fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
}

/** The reason of a failed call, as a sentence for a person. */
export const explain = ({ data, message }: Pick<ApiError, 'data' | 'message'>) =>
  data ? message : 'The server could not be reached. Please try again later.'

/** Whether another page or dialog takes over after a refusal, so that no notification is needed. */
export const isHandledElsewhere = (code: string | undefined) =>
  isSessionEnded(code) || code === 'ENROLMENT_REQUIRED' || code === 'CONFIRMATION_REQUIRED'

/** Whether the server no longer accepts the session. A wrong password has another code. */
export const isSessionEnded = (code: string | undefined) => code === 'UNAUTHORIZED' || code === 'FORBIDDEN'

const sessionLink: TRPCLink<ApiRouter> =
  () =>
  ({ op, next }) => {
    const token = readToken()
    const endIfRefused = (error: ApiError) => {
      // The calls of `auth` handle these errors themselves.
      if (!op.path.startsWith('auth.') && isSessionEnded(error.data?.code)) endSession(token)
      if (error.data?.code === 'ENROLMENT_REQUIRED') requireEnrolment()
    }
    const begun = performance.now()
    const note = (error: ApiError) => {
      if (performance.now() - begun > LONG_MS) late.add(error)
      endIfRefused(error)
    }
    return next(op).pipe(tap({ error: note }))
  }

/** The server gives up on a hanging database after 5 s. A call that failed slowly shows its error instead of a retry. */
const LONG_MS = 1_500
const late = new WeakSet<object>()

/** Whether a call took longer than {@link LONG_MS} to fail. */
export const tookLong = (error: ApiError) => late.has(error)

/** Parses the content of articles and versions, which a server may send as JSON text. */
const contentLink: TRPCLink<ApiRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      map((answer) => {
        const { result } = answer
        if (result.type !== undefined && result.type !== 'data') return answer
        return { ...answer, result: { ...result, data: parseContent(result.data) } }
      }),
    )

function parseContent(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(parseContent)
  if (typeof data !== 'object' || data === null) return data
  const { content, article, versions } = data as Record<string, unknown> // it is an object
  return {
    ...data,
    ...(typeof content === 'string' && { content: JSON.parse(content) }),
    ...(article !== undefined && { article: parseContent(article) }),
    ...(versions !== undefined && { versions: parseContent(versions) }),
  }
}
