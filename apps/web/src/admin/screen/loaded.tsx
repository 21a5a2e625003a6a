import { type ReactNode, useEffect, useRef } from 'react'
import { type ApiError, explain } from '../../api.ts'
import { ErrorState } from '../../ui/states.tsx'
import { useMinimumPending } from '../../ui/use-minimum-pending.ts'

interface LoadedListProps<Data> {
  list: {
    data: Data | undefined
    error: ApiError | null
    isPending: boolean
    isPlaceholderData: boolean
    refetch(): unknown
  }
  loading: ReactNode
  children(data: Data): ReactNode
}

/** A page of a list once it is loaded, that it is loading, or why it could not be loaded. */
export function LoadedList<Data>({ list, loading, children }: LoadedListProps<Data>) {
  const { data, error, isPlaceholderData, refetch } = list
  const isLoading = useMinimumPending(list.isPending)
  return (
    <>
      {isLoading && loading}
      {error && (
        <ErrorState message={explain(error)} reference={error.data?.request_id} onRetry={() => refetch()} />
      )}
      {!isLoading && data && (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-4">
          {children(data)}
        </div>
      )}
    </>
  )
}

/**
 * Refetches a query when the work that changes its data has ended. Another query tells of the work, so an answer that is
 * already on its way may be older than the end.
 */
export function useRefetchAfter(isUnderWay: boolean, { refetch }: { refetch(): unknown }) {
  const wasUnderWay = useRef(isUnderWay)
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) refetch()
    wasUnderWay.current = isUnderWay
  }, [isUnderWay, refetch])
}
