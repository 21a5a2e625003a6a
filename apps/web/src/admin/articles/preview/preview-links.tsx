import type { Preview } from '@nightdesk/contracts'
import { type ApiError, explain } from '../../../api.ts'
import { formatDateTime } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'

interface PreviewLinksProps {
  links: { data?: Preview[]; error: ApiError | null }
  isBusy: boolean
  onRevoke(id: number): void
}

/**
 * The links that have not expired, each with a button to revoke it. Those with unsaved text, which each look at a preview
 * makes, are folded.
 */
export function PreviewLinks({ links: { data = [], error }, ...actions }: PreviewLinksProps) {
  if (error) return <p role="alert">{explain(error)}</p>
  if (data.length === 0) return null
  const shared = data.filter(({ with_unsaved }) => !with_unsaved)
  const unsaved = data.filter(({ with_unsaved }) => with_unsaved)
  return (
    <section aria-label="Links that work" className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">Links that work</h3>
      {shared.length > 0 && <LinkList links={shared} {...actions} />}
      {unsaved.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm text-ink-2">{`With unsaved text (${unsaved.length})`}</summary>
          <LinkList links={unsaved} {...actions} />
        </details>
      )}
    </section>
  )
}

interface LinkListProps extends Omit<PreviewLinksProps, 'links'> {
  links: Preview[]
}

const LinkList = ({ links, isBusy, onRevoke }: LinkListProps) => (
  <ul className="flex flex-col">
    {links.map(({ id, created_by_name, expires_at }) => (
      <li key={id} className="flex items-center justify-between gap-3 py-1">
        <span className="min-w-0 wrap-anywhere text-ink-2">
          {created_by_name}
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
)
