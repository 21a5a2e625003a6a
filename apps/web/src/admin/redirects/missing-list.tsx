import { type MissingAddress, readableAddress } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { formatNumber, formatRecent } from '../../format.ts'
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

/** Addresses that were asked for and not found, each with a guess where it should lead. */
export function MissingList({ q, page, onPage }: ListProps) {
  const list = api.redirects.missing.useQuery(
    { q, page, limit: PAGE_SIZE },
    { placeholderData: keepPreviousData, meta: { failure: { title: 'Failed to load the addresses' } } },
  )
  const [chosen, setChosen] = useState<string>()
  return (
    <>
      <LoadedList list={list} loading={<Loading label="Loading addresses..." lines={6} />}>
        {({ addresses, count }) => (
          <>
            {addresses.length > 0 ? (
              <Table label="Addresses that were not found" head={HEAD}>
                {addresses.map((address) => (
                  <Row key={address.path} address={address} onChoose={() => setChosen(address.path)} />
                ))}
              </Table>
            ) : (
              <EmptyState
                title="No addresses found"
                help="Addresses that readers ask for and that lead nowhere are listed here within a minute."
              />
            )}
            <Pager page={page} isLast={page * PAGE_SIZE >= count} onChange={onPage} />
          </>
        )}
      </LoadedList>
      {chosen !== undefined && <RedirectDialog path={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

const HEAD = (
  <>
    <HeadCell>Address</HeadCell>
    <HeadCell numeric>Requests</HeadCell>
    <HeadCell>Last request</HeadCell>
    <HeadCell>Most like it</HeadCell>
    <HeadCell>Actions</HeadCell>
  </>
)

function Row({ address, onChoose }: { address: MissingAddress; onChoose(): void }) {
  const { path, requests, last_at, guess } = address
  const { redirectTo, dismiss, isPending } = useMissingAddress(path)
  return (
    <tr>
      <Cell className="min-w-48 wrap-anywhere">
        <span className="font-medium">{readableAddress(path)}</span>
      </Cell>
      <Cell label="Requests" numeric>
        {formatNumber(requests)}
      </Cell>
      <Cell label="Last request" className="whitespace-nowrap text-ink-2">
        {formatRecent(last_at)}
      </Cell>
      <Cell label="Most like it" className="wrap-anywhere">
        {guess ? (
          <a href={guess.target} className="underline">
            {guess.title}
          </a>
        ) : (
          <span className="text-muted">Nothing</span>
        )}
      </Cell>
      <Cell>
        <div className="flex flex-wrap gap-2">
          {guess && (
            <Button
              size="sm"
              aria-label={`Redirect ${path} to ${guess.title}`}
              isBusy={isPending}
              onClick={() => redirectTo(guess.target)}
            >
              Redirect
            </Button>
          )}
          <Button size="sm" variant="secondary" aria-label={`Choose where ${path} leads`} onClick={onChoose}>
            Choose…
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Dismiss ${path}`} onClick={dismiss}>
            Dismiss
          </Button>
        </div>
      </Cell>
    </tr>
  )
}

/** Redirects an address that was not found, or takes it from the list. */
function useMissingAddress(path: string) {
  const { redirects } = api.useUtils()
  const onSettled = () => void redirects.invalidate()
  const undoing = api.redirects.delete.useMutation({
    meta: { failure: { title: 'Failed to remove the redirect' } },
    onSettled,
  })
  const creating = api.redirects.create.useMutation({
    meta: { failure: { title: 'Failed to save the redirect' } },
    onSuccess: ({ id, target, article }) =>
      notify({
        kind: 'success',
        title: 'Redirect saved',
        description: `${path} leads to ${article?.title || target}`,
        undo: () => undoing.mutate({ id }),
      }),
    onSettled,
  })
  const dismissing = api.redirects.dismiss.useMutation({
    meta: { failure: { title: 'Failed to dismiss the address' } },
    onSettled,
  })
  return {
    redirectTo: (target: string) => creating.mutate({ path, target }),
    dismiss: () => dismissing.mutate({ path }),
    isPending: creating.isPending,
  }
}
