import { api } from '../../api.ts'
import { formatCount } from '../../format.ts'
import { LIVE_POLL_MS } from '../polling.ts'

/** Visitors reading now, independent of the chosen period. */
export function CurrentVisitors() {
  const { data, isError } = api.analytics.current.useQuery({}, { refetchInterval: LIVE_POLL_MS })
  const isAnybodyHere = data !== undefined && data.visitors > 0
  return (
    <p className="flex min-h-6 items-center gap-2">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full ${isAnybodyHere ? 'bg-success' : 'border border-control'}`}
      />
      <span>
        <strong className="font-medium">{describe(data?.visitors, isError)}</strong>{' '}
        <span className="text-xs text-muted">in the last 5 minutes</span>
      </span>
    </p>
  )
}

function describe(visitors: number | undefined, isError: boolean): string {
  if (visitors === undefined) return isError ? 'Visitors unknown' : 'Counting visitors…'
  if (visitors === 0) return 'No visitors'
  return formatCount(visitors, 'visitor')
}
