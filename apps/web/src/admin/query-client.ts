import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { type ApiError, explain, isSessionEnded, tookLong } from '../api.ts'
import type { Notify } from '../ui/toast.tsx'

/** What is said when a call fails. Without a description, the error’s own sentence is added. */
interface Failure {
  title: string
  description?: string
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryMeta: { failure?: Failure }
    mutationMeta: { failure?: Failure }
  }
}

const RETRIES = 2

/** Every call says in its `meta.failure` how its failure is announced; here is the one place that does it. */
export function createQueryClient(notify: Notify) {
  const announce = (error: ApiError, failure: Failure | undefined) => {
    if (!failure || isSessionEnded(error.data?.code)) return
    notify({ kind: 'error', title: failure.title, description: describe(error, failure) })
  }
  return new QueryClient({
    queryCache: new QueryCache({
      // A missing thing is drawn on its screen.
      onError: (error, query) => error.data?.code !== 'NOT_FOUND' && announce(error, query.meta?.failure),
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, mutation) => announce(error, mutation.meta?.failure),
    }),
    // Offline, a call fails and says so instead of waiting in silence.
    defaultOptions: {
      queries: {
        staleTime: 5000,
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES && isPassing(error) && !tookLong(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** A rule that refuses explains itself; only other failures get the general sentence. */
function describe(error: ApiError, { description }: Failure): string {
  return error.data?.code === 'CONFLICT' ? error.message : (description ?? explain(error))
}

/** Worth another try: not reached, overloaded or broken for the moment. */
const isPassing = ({ data }: ApiError) => !data || data.httpStatus >= 500
