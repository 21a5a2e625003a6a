import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { type ApiError, explain, isHandledElsewhere, tookLong } from '../api.ts'
import { notify } from './notify.ts'

/** The notification for a failed call: its title, and a description in place of the error's own message. */
type Failure = string | { title: string; description?: string }

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryMeta: { failure?: Failure }
    mutationMeta: {
      failure?: Failure
      /** What is announced when the call has worked. */
      success?: string
    }
  }
}

const RETRIES = 2

/** Announces the results of calls, as described in their `meta`. */
export function createQueryClient() {
  const announce = (error: ApiError, failure: Failure | undefined) => {
    if (!failure || isHandledElsewhere(error.data?.code)) return
    const { title, description = explain(error) } = typeof failure === 'string' ? { title: failure } : failure
    // Errors about a rule explain themselves better than a general description.
    notify({
      kind: 'error',
      title,
      description: error.data?.code === 'CONFLICT' ? error.message : description,
    })
  }
  return new Client({
    queryCache: new QueryCache({
      // The screen itself says when something is not found.
      onError: (error, query) => error.data?.code !== 'NOT_FOUND' && announce(error, query.meta?.failure),
    }),
    mutationCache: new MutationCache({
      onSuccess: (_result, _input, _context, { meta }) => {
        if (meta?.success) notify({ title: 'Success', description: meta.success })
      },
      onError: (error, _input, _result, mutation) => announce(error, mutation.meta?.failure),
    }),
    // `always` sends requests offline too, so that they fail visibly instead of waiting.
    defaultOptions: {
      queries: {
        staleTime: 5000,
        networkMode: 'always',
        // Which that mode turns off.
        refetchOnReconnect: true,
        retry: (failures, error) => failures < RETRIES && isTransient(error) && !tookLong(error),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/**
 * Also repeats queries that are loading for the first time. The base class waits for their answer, which may be older
 * than the change.
 */
class Client extends QueryClient {
  override invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, type: 'active' }))
      if (query.state.data === undefined && !query.isDisabled()) void query.cancel({ silent: true })
    return super.invalidateQueries(filters, options)
  }
}

/** Worth a retry: network errors, overload and server errors. */
const isTransient = ({ data }: ApiError) => !data || data.httpStatus >= 500

/** How often screens refetch the state of workers, analytics and system. */
export const POLL_MS = 60_000

/** How often screens refetch live figures. */
export const LIVE_POLL_MS = 15_000

/** How often screens refetch while a job is running. */
export const FAST_POLL_MS = 2_000

/** Delay of the refetch after the analytics job was triggered. */
export const REFETCH_AFTER_TRIGGER_MS = 2_000
