import {
  type MissingAddress,
  oldAddressProblem,
  type Redirect,
  readableAddress,
  redirectTargetProblem,
} from '@nightdesk/contracts'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api } from '../api.ts'
import { download } from '../download.ts'
import { formatNumber, formatRecent, formatShortDate } from '../format.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form, fieldRules } from '../ui/form.tsx'
import { Segments } from '../ui/segments.tsx'
import { EmptyState, Loading } from '../ui/states.tsx'
import { Cell, HeadCell, Table } from '../ui/table.tsx'
import { toCsv } from './analytics/csv.ts'
import { notify } from './notify.ts'
import { ListSearch, Pager, usePagedSearch } from './screen/list.tsx'
import { LoadedList } from './screen/loaded.tsx'
import { Page } from './screen/page.tsx'

/** Old addresses and where they lead, and addresses that were not found. */
export function Redirects() {
  return (
    <Page
      title="Redirects"
      intro="Links to an earlier site go on working: each old address leads to a story or a page of this one. Pages of this site always come first."
      onlyFor="editors"
    >
      <Lists />
    </Page>
  )
}

const LISTS = [
  { value: '', label: 'Redirects' },
  { value: 'not-found', label: 'Not found' },
]

function Lists() {
  const search = usePagedSearch()
  const { params, q, page, update, showPage } = search
  const isMissing = params.get('list') === 'not-found'
  const [isAdding, setIsAdding] = useState(false)
  const exporting = useExportRedirects()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segments
          label="Show"
          options={LISTS}
          value={isMissing ? 'not-found' : ''}
          onChange={(list) => update({ list, q: null })}
        />
        <div className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
          <ListSearch label="Search addresses" value={q} onSearch={search.search} />
          {!isMissing && (
            <Button variant="secondary" isBusy={exporting.isPending} onClick={exporting.run}>
              Export CSV
            </Button>
          )}
          <Button onClick={() => setIsAdding(true)}>Add Redirect</Button>
        </div>
      </div>
      {isMissing ? (
        <MissingList q={q} page={page} onPage={showPage} />
      ) : (
        <RedirectList q={q} page={page} onPage={showPage} />
      )}
      {isAdding && <RedirectDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}

/** Downloads all redirects as a file. */
function useExportRedirects() {
  const { client } = api.useUtils()
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.redirects.export.query({}),
    meta: { failure: { title: 'Failed to export the redirects' } },
    onSuccess: (rows) =>
      download(
        `redirects-${new Date().toISOString().slice(0, 10)}.csv`,
        toCsv([['path', 'target'], ...rows.map(({ path, target }) => [path, target])]),
        'text/csv',
      ),
  })
  return { run: () => mutate(), isPending }
}

const PAGE_SIZE = 50

interface ListProps {
  q: string | undefined
  page: number
  onPage(page: number): void
}

function RedirectList({ q, page, onPage }: ListProps) {
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

/** Addresses that were asked for and not found, each with a guess where it should lead. */
function MissingList({ q, page, onPage }: ListProps) {
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
              <Table label="Addresses that were not found" head={MISSING_HEAD}>
                {addresses.map((address) => (
                  <MissingRow key={address.path} address={address} onChoose={() => setChosen(address.path)} />
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

const MISSING_HEAD = (
  <>
    <HeadCell>Address</HeadCell>
    <HeadCell numeric>Requests</HeadCell>
    <HeadCell>Last request</HeadCell>
    <HeadCell>Most like it</HeadCell>
    <HeadCell>Actions</HeadCell>
  </>
)

function MissingRow({ address, onChoose }: { address: MissingAddress; onChoose(): void }) {
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

interface RedirectDialogProps {
  /** The redirect to change. Default: a new one. */
  redirect?: Pick<Redirect, 'id' | 'path' | 'target'>
  /** The old address of a new one. */
  path?: string
  onClose(): void
}

/** Somebody may paste the whole address of a page of this site. */
const localPath = (target: string) => target.trim().replace(`${location.origin}/`, '/')

const schema = fieldRules({
  path: oldAddressProblem,
  target: (target) => redirectTargetProblem(localPath(target)),
})

/** Adds or changes a redirect. */
function RedirectDialog({ redirect, path = '', onClose }: RedirectDialogProps) {
  const utils = api.useUtils()
  const options = {
    meta: { failure: { title: 'Failed to save the redirect' } },
    onSuccess() {
      void utils.redirects.invalidate()
      notify({ kind: 'success', title: 'Redirect saved' })
      onClose()
    },
  }
  const creating = api.redirects.create.useMutation(options)
  const updating = api.redirects.update.useMutation(options)
  const { error } = redirect ? updating : creating
  const save = (values: { path: string; target: string }) => {
    const change = { path: values.path, target: localPath(values.target) }
    if (redirect) updating.mutate({ id: redirect.id, ...change })
    else creating.mutate(change)
  }
  return (
    <Dialog
      open
      role="dialog"
      title={redirect ? 'Change the redirect' : 'Add a redirect'}
      description="Readers who follow the old address get to the page that it leads to."
      onClose={onClose}
      body={
        <Form schema={schema} refused={error?.data?.fields} onSubmit={save} className="flex flex-col gap-4">
          <Field
            name="path"
            label="Old address"
            defaultValue={redirect?.path ?? path}
            hint="Such as /2019/05/the-ferry, or the whole address"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TargetField defaultValue={redirect?.target} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={onClose}>
              Close
            </Button>
            <Button type="submit" isBusy={creating.isPending || updating.isPending}>
              Save
            </Button>
          </div>
        </Form>
      }
    />
  )
}

const MOST_SUGGESTED = 8

/** A path, which stories are suggested for while their title is typed. */
function TargetField({ defaultValue }: { defaultValue: string | undefined }) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const q = typed.trim().startsWith('/') ? undefined : typed.trim() || undefined
  const stories = api.articles.list.useQuery(
    { q, state: 'published', limit: MOST_SUGGESTED },
    { placeholderData: (last) => last },
  )
  return (
    <>
      <Field
        name="target"
        label="Leads to"
        defaultValue={defaultValue}
        hint="Type the title of a story to choose it, or a path such as /tag/climate"
        list={listId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={listId}>
        {stories.data?.map(({ id, title }) => (
          <option key={id} value={paths.article(id)}>
            {title}
          </option>
        ))}
      </datalist>
    </>
  )
}
