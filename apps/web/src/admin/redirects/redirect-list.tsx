import { type Redirect, readableAddress } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { formatShortDate } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { notify } from '../notify.ts'
import { LoadedList } from '../screen/list/loaded-list.tsx'
import { Pager } from '../screen/list/pager.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'

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
  const [edited, setEdited] = useState<Redirect>()
  return (
    <>
      <LoadedList list={list} loading={<Loading label="Loading redirects..." lines={6} />}>
        {({ redirects, count }) => (
          <>
            {redirects.length > 0 ? (
              <Table label="Redirects" head={HEAD}>
                {redirects.map((redirect) => (
                  <Row key={redirect.id} redirect={redirect} onEdit={() => setEdited(redirect)} />
                ))}
              </Table>
            ) : (
              <EmptyState title="No redirects found" help="Add one for each address that moved." />
            )}
            <Pager page={page} isLast={page * PAGE_SIZE >= count} onChange={onPage} />
          </>
        )}
      </LoadedList>
      {edited && <RedirectDialog redirect={edited} onClose={() => setEdited(undefined)} />}
    </>
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
        <div className="flex gap-2">
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

/** Removes a redirect, with Undo. */
function useRemoveRedirect() {
  const { redirects } = api.useUtils()
  const onSettled = () => void redirects.invalidate()
  const creating = api.redirects.create.useMutation({
    meta: { failure: { title: 'Failed to bring the redirect back' } },
    onSettled,
  })
  const deleting = api.redirects.delete.useMutation({
    meta: { failure: { title: 'Failed to remove the redirect' } },
    onSettled,
  })
  const remove = ({ id, path, target }: Redirect) =>
    deleting.mutate(
      { id },
      {
        onSuccess: () =>
          notify({
            kind: 'success',
            title: 'Redirect removed',
            description: path,
            undo: () => creating.mutate({ path, target }),
          }),
      },
    )
  return { remove, isPending: deleting.isPending }
}
