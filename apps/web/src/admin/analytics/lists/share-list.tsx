import { Link } from 'react-router'
import { formatNumber, formatPercent } from '../../../format.ts'

interface ShareListProps {
  label: string
  /** `search` is the query string of the page filtered by this item. */
  shares: { name: string; views: number; search?: string }[]
  /**
   * The total that the bars are relative to. It is larger than the sum of the shares where only the largest are listed.
   */
  whole: number
  /** Shown when there are no shares. */
  nothing: string
}

/** Shares of a total, one line each with a bar behind it. */
export function ShareList({ label, shares, whole, nothing }: ShareListProps) {
  if (shares.length === 0) return <p className="text-muted">{nothing}</p>
  return (
    <ul aria-label={label} className="flex flex-col gap-1">
      {shares.map(({ name, views, search }) => (
        <li key={name} className="relative flex min-h-8 items-center justify-between gap-3 px-2 py-1">
          <span
            aria-hidden
            className="bar-behind absolute inset-y-0 left-0 rounded-control bg-meter/15"
            style={{ width: `${whole && (views / whole) * 100}%` }}
          />
          <span className="relative min-w-0 wrap-anywhere">
            {search ? (
              <Link to={{ search }} className="hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </span>
          <span className="relative shrink-0 text-xs text-ink-2 tabular-nums">
            {formatNumber(views)} · {formatPercent(whole && (views / whole) * 100)}
          </span>
        </li>
      ))}
    </ul>
  )
}
