import type { Preview } from '@nightdesk/contracts'
import { type ApiError, explain } from '../../../api.ts'
import { formatDateTime } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'

interface PreviewLinksProps {
  links: { data?: Preview[]; error: ApiError | null }
  isBusy: boolean
  onRevoke(id: number): void
}

/** The links that have not expired, each with a button to revoke it. */
export function PreviewLinks({ links: { data = [], error }, isBusy, onRevoke }: PreviewLinksProps) {
  if (error) return <p role="alert">{explain(error)}</p>
  if (data.length === 0) return null
  return (
    <section aria-label="Links that work" className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">Links that work</h3>
      <ul className="flex flex-col">
        {data.map(({ id, created_by_name, expires_at, with_unsaved }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-1">
            <span className="min-w-0 wrap-anywhere text-ink-2">
              {created_by_name}
              {with_unsaved && ', with unsaved text'}
              <br />
              <span className="text-xs text-muted">until {formatDateTime(expires_at)}</span>
            </span>
            <Button
              size="sm"
              variant="secondary"
              isBusy={isBusy}
              aria-label={`Revoke the link of ${created_by_name} that works until ${formatDateTime(expires_at)}`}
              onClick={() => onRevoke(id)}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
