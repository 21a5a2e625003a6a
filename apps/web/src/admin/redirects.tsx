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
import { downloadCsv, today } from '../download.ts'
import { formatNumber, formatRecent, formatShortDate } from '../format.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { changesOf, fieldRules } from '../ui/form.tsx'
import { Segments } from '../ui/segments.tsx'
import { actions, type Column } from '../ui/table.tsx'
import { notify } from './notify.ts'
import { ListSearch, paged, usePagedSearch } from './screen/list.tsx'
import { ListTable } from './screen/loaded.tsx'
import { Page } from './screen/page.tsx'

export function Redirects() {
  return (
    <Page
      title="Redirects"
      intro="Links to an earlier site go on working: each old address leads to a story or a page of this one. Pages of this site always come first."
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
  const { params, q, update, search } = usePagedSearch()
  const isMissing = params.get('list') === 'not-found'
  // Here and not in its row, which leaves the list when somebody else changes the redirect.
  const [edited, setEdited] = useState<Edited>()
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
          <ListSearch label="Search addresses" value={q} onSearch={search} />
          {!isMissing && (
            <Button isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
              Export CSV
            </Button>
          )}
          <Button variant="primary" onClick={() => setEdited({})}>
            Add Redirect
          </Button>
        </div>
      </div>
      {isMissing ? <MissingList onEdit={setEdited} /> : <RedirectList onEdit={setEdited} />}
      {edited && <RedirectDialog {...edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function useExportRedirects() {
  const { client } = api.useUtils()
  return useMutation({
    mutationFn: () => client.redirects.export.query({}),
    meta: { failure: 'Failed to export the redirects' },
    onSuccess: (rows) =>
      downloadCsv(`redirects-${today()}.csv`, [
        ['path', 'target'],
        ...rows.map(({ path, target }) => [path, target]),
      ]),
  })
}

function RedirectList({ onEdit }: { onEdit(edited: Edited): void }) {
  const { q, page, limit, pager, emptyOf } = usePagedSearch()
  const list = api.redirects.list.useQuery({ q, page, limit }, paged('Failed to load the redirects'))
  return (
    <ListTable
      label="Redirects"
      query={list}
      loading="Loading redirects..."
      rowsOf={({ redirects }) => redirects}
      keyOf={({ id }) => id}
      columns={[
        ...REDIRECT_COLUMNS,
        actions<Redirect>((redirect) => (
          <RedirectActions redirect={redirect} onEdit={() => onEdit({ redirect })} />
        )),
      ]}
      empty={emptyOf({ title: 'No redirects found', help: 'Add one for each address that moved.' })}
      pager={({ count }) => pager(count)}
    />
  )
}

const REDIRECT_COLUMNS: readonly Column<Redirect>[] = [
  {
    name: 'Old address',
    className: 'min-w-48 wrap-anywhere',
    cell: ({ path }) => <span className="font-medium">{readableAddress(path)}</span>,
  },
  {
    name: 'Leads to',
    className: 'wrap-anywhere',
    cell: ({ target, article }) => (
      <>
        <a href={target}>{article?.title || readableAddress(target)}</a>{' '}
        {article && article.state !== 'published' && (
          <Badge tone="warning">not found while {article.state}</Badge>
        )}
      </>
    ),
  },
  {
    name: 'Added',
    className: 'whitespace-nowrap text-ink-2',
    cell: ({ created_at }) => formatShortDate(created_at),
    note: ({ made_by_name }) => made_by_name,
  },
]

interface RedirectActionsProps {
  redirect: Redirect
  onEdit(): void
}

function RedirectActions({ redirect: { id, path, target }, onEdit }: RedirectActionsProps) {
  const { remove, restore } = useRedirectCalls(() =>
    notify({
      title: 'Redirect removed',
      description: path,
      undo: () => restore.mutate({ path, target }),
    }),
  )
  return (
    <div className="flex gap-2">
      <Button size="sm" aria-label={`Edit ${path}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        size="sm"
        aria-label={`Remove ${path}`}
        isBusy={remove.isPending}
        onClick={() => remove.mutate({ id })}
      >
        Remove
      </Button>
    </div>
  )
}

/** Addresses that were asked for and not found, each with a guess where it should lead. */
function MissingList({ onEdit }: { onEdit(edited: Edited): void }) {
  const { q, page, limit, pager, emptyOf } = usePagedSearch()
  const list = api.redirects.missing.useQuery({ q, page, limit }, paged('Failed to load the addresses'))
  return (
    <ListTable
      label="Addresses that were not found"
      query={list}
      loading="Loading addresses..."
      rowsOf={({ addresses }) => addresses}
      keyOf={({ path }) => path}
      columns={[
        ...MISSING_COLUMNS,
        actions<MissingAddress>((address) => (
          <MissingActions address={address} onChoose={() => onEdit({ path: address.path })} />
        )),
      ]}
      empty={emptyOf({
        title: 'No addresses found',
        help: 'Addresses that readers ask for and that lead nowhere are listed here within a minute.',
      })}
      pager={({ count }) => pager(count)}
    />
  )
}

const MISSING_COLUMNS: readonly Column<MissingAddress>[] = [
  {
    name: 'Address',
    className: 'min-w-48 wrap-anywhere',
    cell: ({ path }) => <span className="font-medium">{readableAddress(path)}</span>,
  },
  { name: 'Requests', numeric: true, cell: ({ requests }) => formatNumber(requests) },
  {
    name: 'Last request',
    className: 'whitespace-nowrap text-ink-2',
    cell: ({ last_at }) => formatRecent(last_at),
  },
  {
    name: 'Most like it',
    className: 'wrap-anywhere',
    cell: ({ guess }) =>
      guess ? <a href={guess.target}>{guess.title}</a> : <span className="text-muted">Nothing</span>,
  },
]

interface MissingActionsProps {
  address: MissingAddress
  onChoose(): void
}

function MissingActions({ address: { path, guess }, onChoose }: MissingActionsProps) {
  const { create, remove, dismiss } = useRedirectCalls()
  const redirectTo = (guessed: string) =>
    create.mutate(
      { path, target: guessed },
      {
        onSuccess: ({ id, target, article }) =>
          notify({
            title: 'Redirect saved',
            description: `${path} leads to ${article?.title || target}`,
            undo: () => remove.mutate({ id }),
          }),
      },
    )
  return (
    <div className="flex flex-wrap gap-2">
      {guess && (
        <Button
          variant="primary"
          size="sm"
          aria-label={`Redirect ${path} to ${guess.title}`}
          isBusy={create.isPending}
          onClick={() => redirectTo(guess.target)}
        >
          Redirect
        </Button>
      )}
      <Button size="sm" aria-label={`Choose where ${path} leads`} onClick={onChoose}>
        Choose…
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Dismiss ${path}`}
        onClick={() => dismiss.mutate({ path })}
      >
        Dismiss
      </Button>
    </div>
  )
}

/**
 * The calls that change redirects. Each refetches both lists.
 * @param onRemoved also called when a search has taken the row away meanwhile
 */
function useRedirectCalls(onRemoved?: () => void) {
  const { redirects } = api.useUtils()
  const call = (failure: string) => ({ meta: { failure }, onSettled: () => void redirects.invalidate() })
  return {
    create: api.redirects.create.useMutation(call('Failed to save the redirect')),
    update: api.redirects.update.useMutation(call('Failed to save the redirect')),
    remove: api.redirects.delete.useMutation({
      ...call('Failed to remove the redirect'),
      onSuccess: onRemoved,
    }),
    restore: api.redirects.create.useMutation(call('Failed to bring the redirect back')),
    dismiss: api.redirects.dismiss.useMutation(call('Failed to dismiss the address')),
  }
}

interface Edited {
  /** The redirect to change. Default: a new one. */
  redirect?: Pick<Redirect, 'id' | 'path' | 'target'>
  /** The old address of a new one. */
  path?: string
}

interface RedirectDialogProps extends Edited {
  onClose(): void
}

/** Somebody may paste the whole address of a page of this site. */
const localPath = (target: string) => target.trim().replace(`${location.origin}/`, '/')

function RedirectDialog({ redirect, path = '', onClose }: RedirectDialogProps) {
  const { create, update } = useRedirectCalls()
  const [typed, setTyped] = useState('')
  const stories = useSuggested(typed)
  const listId = useId()
  /** A path, or the title that one of the suggested stories has. */
  const pathOf = (target: string) => {
    const [story, another] = stories.filter(({ title }) => isSame(title, target))
    return story && !another ? paths.article(story.id) : localPath(target)
  }
  const save = (values: { path: string; target: string }) => {
    const change = { path: values.path, target: pathOf(values.target) }
    const onSuccess = () => {
      notify({ title: 'Redirect saved' })
      onClose()
    }
    if (redirect) update.mutate({ id: redirect.id, ...changesOf(change, redirect) }, { onSuccess })
    else create.mutate(change, { onSuccess })
  }
  return (
    <FormDialog
      title={redirect ? 'Change the redirect' : 'Add a redirect'}
      description="Readers who follow the old address get to the page that it leads to."
      schema={fieldRules({
        path: oldAddressProblem,
        target: (target) => redirectTargetProblem(pathOf(target)),
      })}
      call={redirect ? update : create}
      onSubmit={save}
      submit="Save"
      onClose={onClose}
    >
      <Field
        name="path"
        label="Old address"
        defaultValue={redirect?.path ?? path}
        hint="Such as /2019/05/the-ferry, or the whole address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        name="target"
        label="Leads to"
        defaultValue={redirect?.target}
        hint="Type the title of a story to choose it, or a path such as /tag/climate"
        list={listId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={listId}>
        {stories.map(({ id, title }) => (
          <option key={id} value={paths.article(id)}>
            {title}
          </option>
        ))}
      </datalist>
    </FormDialog>
  )
}

const MOST_SUGGESTED = 8

function useSuggested(typed: string) {
  const q = typed.trim().startsWith('/') ? undefined : typed.trim() || undefined
  const stories = api.articles.list.useQuery(
    { kind: 'any', q, state: 'published', limit: MOST_SUGGESTED },
    { placeholderData: keepPreviousData },
  )
  return stories.data ?? []
}

const isSame = (title: string, typed: string) => title.toLowerCase() === typed.trim().toLowerCase()
