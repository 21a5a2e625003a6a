import { Link } from 'react-router'
import { formatNumber, formatPercent } from '../../../format.ts'

interface ShareListProps {
  label: string
  /** `search`: of the URL that shows this part alone. */
  shares: { name: string; views: number; search?: string }[]
  /** Of which they are parts; more than all of them where only the largest are shown. */
  whole: number
  /** Shown when there are none. */
  nothing: string
}

/** Parts of a whole, each a line with a bar behind it. */
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
