import { useEffect, useRef } from 'react'

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
