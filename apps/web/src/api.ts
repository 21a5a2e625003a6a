import type { ApiRouter } from '@nightdesk/contracts'
import { httpBatchLink, type TRPCClientErrorLike, type TRPCLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import { tap } from '@trpc/server/observable'
import { endSession, readToken, sessionHeaders } from './admin/auth/session.ts'

/** The API as React hooks, typed by the contract. */
export const api = createTRPCReact<ApiRouter>()

/** A failed call. Without `data` the server was not reached. */
export type ApiError = TRPCClientErrorLike<ApiRouter>

export function createApiClient() {
  return api.createClient({
    links: [sessionLink, httpBatchLink({ url: '/trpc', maxItems: 10, headers: sessionHeaders })],
  })
}

/** Why a call failed, in a sentence for a person. */
export const explain = ({ data, message }: Pick<ApiError, 'data' | 'message'>) =>
  data ? message : 'The server could not be reached. Please try again later.'

/** The server no longer knows the caller. A wrong login has another code and is none of this. */
export const isSessionEnded = (code: string | undefined) => code === 'UNAUTHORIZED' || code === 'FORBIDDEN'

const sessionLink: TRPCLink<ApiRouter> =
  () =>
  ({ op, next }) => {
    const token = readToken()
    const endIfRefused = (error: ApiError) => {
      // Signing in and out deals with refusals itself.
      if (!op.path.startsWith('auth.') && isSessionEnded(error.data?.code)) endSession(token)
    }
    return next(op).pipe(tap({ error: endIfRefused }))
  }
