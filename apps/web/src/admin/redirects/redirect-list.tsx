import { type Redirect, readableAddress } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api, explain } from '../../api.ts'
import { formatShortDate } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { useMinimumPending } from '../../ui/use-minimum-pending.ts'
import { Pager } from '../articles/list/pager.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { useRemoveRedirect } from './use-remove-redirect.ts'

const PAGE_SIZE = 50

interface ListProps {
  q: string | undefined
  page: number
  onPage(page: number): void
}

export function RedirectList({ q, page, onPage }: ListProps) {
  const list = api.redirects.list.useQuery(
    { q, page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData, meta: { failure: { title: 'Failed to load the redirects' } } },
  )
  const isLoading = useMinimumPending(list.isPending)
  const [edited, setEdited] = useState<Redirect>()
  if (isLoading || list.isPending) return <Loading label="Loading redirects..." lines={6} />
  if (!list.data)
    return (
      <ErrorState
        message={explain(list.error)}
        reference={list.error.data?.request_id}
        onRetry={() => list.refetch()}
      />
    )
  const { redirects, count } = list.data
  if (redirects.length === 0)
    return <EmptyState title="No redirects found" help="Add one for each address that moved." />
  return (
    <div aria-busy={list.isPlaceholderData} className="flex flex-col gap-4">
      <Table label="Redirects" head={HEAD}>
        {redirects.map((redirect) => (
          <Row key={redirect.id} redirect={redirect} onEdit={() => setEdited(redirect)} />
        ))}
      </Table>
      <Pager page={page} isLast={page * PAGE_SIZE >= count} onChange={onPage} />
      {edited && <RedirectDialog redirect={edited} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

const HEAD = (
  <>
    <HeadCell>Old address</HeadCell>
    <HeadCell>Leads to</HeadCell>
    <HeadCell>Added</HeadCell>
    <HeadCell>Actions</HeadCell>
  </>
)

function Row({ redirect, onEdit }: { redirect: Redirect; onEdit(): void }) {
  const { path, target, article, made_by_name, created_at } = redirect
  const removing = useRemoveRedirect()
  return (
    <tr>
      <Cell className="min-w-48 wrap-anywhere">
        <span className="font-medium">{readableAddress(path)}</span>
      </Cell>
      <Cell label="Leads to" className="wrap-anywhere">
        <a href={target} className="underline">
          {article?.title || readableAddress(target)}
        </a>{' '}
        {article && article.state !== 'published' && (
          <Badge tone="warning">not found while {article.state}</Badge>
        )}
      </Cell>
      <Cell label="Added" className="whitespace-nowrap text-ink-2">
        {formatShortDate(created_at)}
        {made_by_name && <span className="block text-xs text-muted">{made_by_name}</span>}
      </Cell>
      <Cell>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" aria-label={`Edit ${path}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Remove ${path}`}
            isBusy={removing.isPending}
            onClick={() => removing.remove(redirect)}
          >
            Remove
          </Button>
        </div>
      </Cell>
    </tr>
  )
}
