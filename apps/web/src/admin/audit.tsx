import { type AuditFilter, type AuditLine, MAX_EXPORTED_LINES } from '@nightdesk/contracts'
import type { NavigateOptions } from 'react-router'
import { api } from '../api.ts'
import { downloadCsv, today } from '../download.ts'
import { formatDateTime } from '../format.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import type { Column } from '../ui/table.tsx'
import { notify } from './notify.ts'
import { ListSearch, paged, useUrlParams } from './screen/list.tsx'
import { ListTable } from './screen/loaded.tsx'
import { Page } from './screen/page.tsx'

export function Audit() {
  return (
    <Page
      title="Audit log"
      intro={
        <>
          Who changed what, who signed in, and what was refused. Lines are only ever added, and{' '}
          <code>nightdesk audit verify</code> proves that none was changed.
        </>
      }
    >
      <Lines />
    </Page>
  )
}

function Lines() {
  const { filter, before, showBefore, showNewest } = useAuditSearch()
  const log = api.audit.list.useQuery({ ...filter, before }, paged('Failed to load the audit log'))
  return (
    <>
      <AuditFilters actions={log.data?.actions ?? []} lines={log.data?.lines ?? []} />
      <ListTable
        label="Audit log"
        query={log}
        loading="Loading the audit log..."
        rowsOf={({ lines }) => lines}
        keyOf={({ id }) => id}
        columns={COLUMNS}
        empty={{ title: 'No lines found', help: 'Nothing like this has happened, or its time is over.' }}
        pager={({ lines, has_more }) => (
          <nav aria-label="Pages" className="flex items-center justify-center gap-3">
            <Button disabled={before === undefined} onClick={showNewest}>
              Newest
            </Button>
            <Button disabled={!has_more} onClick={() => showBefore(lines.at(-1)?.id)}>
              Older
            </Button>
          </nav>
        )}
      />
    </>
  )
}

function useAuditSearch() {
  const [search, set] = useUrlParams()
  const typed = search.get('account') ?? ''
  const filter: AuditFilter = {
    action: search.get('action') ?? undefined,
    actor_id: numberOf(search.get('actor')),
    account: EMAIL.exec(typed)?.[0],
  }
  return {
    filter,
    /** In the search for an account; it may be no complete address yet. */
    typed,
    before: numberOf(search.get('before')),
    /** Also returns to the newest lines. */
    change: (changes: Partial<Record<'action' | 'actor' | 'account', string>>, options?: NavigateOptions) =>
      set({ ...changes, before: undefined }, options),
    showBefore: (id: number | undefined) => set({ before: id?.toString() }),
    showNewest: () => set({ before: undefined }),
  }
}

const numberOf = (text: string | null): number | undefined => Number(text) || undefined

function useExport() {
  return api.audit.export.useMutation({
    meta: { failure: 'Failed to export the audit log' },
    onSuccess({ lines, has_more }) {
      downloadCsv(`audit-${today()}.csv`, rowsOf(lines))
      if (has_more)
        notify({
          kind: 'warning',
          title: `The newest ${MAX_EXPORTED_LINES} lines were exported`,
          description: '`nightdesk audit export` prints all of them.',
        })
    },
  })
}

const rowsOf = (lines: AuditLine[]) => [
  ['id', 'at', 'actor_id', 'actor', 'action', 'target', 'network', 'request_id', 'detail'],
  ...lines.map((line) => [
    line.id,
    line.at,
    line.actor_id,
    line.actor,
    line.action,
    line.target,
    line.ip_prefix,
    line.request_id,
    JSON.stringify(line.detail),
  ]),
]

/** The log stores hashes of e-mail addresses, so a complete address is searched by its hash. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

interface AuditFiltersProps {
  actions: readonly string[]
  lines: readonly AuditLine[]
}

function AuditFilters({ actions, lines }: AuditFiltersProps) {
  const { filter, typed, change } = useAuditSearch()
  const exporting = useExport()
  const users = api.users.list.useQuery({})
  const people = new Map(users.data?.map(({ id, full_name, username }) => [id, full_name || username]))
  // Of accounts that were deleted since.
  for (const line of lines)
    if (line.actor_id && !people.has(line.actor_id)) people.set(line.actor_id, whoOf(line))
  const { actor_id } = filter
  if (actor_id && !people.has(actor_id)) people.set(actor_id, accountName(actor_id))
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <Select
          label="Action"
          className="h-9 w-full sm:w-52"
          value={filter.action ?? ''}
          options={[{ value: '', label: 'All actions' }, ...optionsOf(actions, filter.action)]}
          onChange={({ target }) => change({ action: target.value })}
        />
        <Select
          label="Who"
          className="h-9 w-full sm:w-52"
          value={String(filter.actor_id ?? '')}
          options={[
            { value: '', label: 'Everybody' },
            ...[...people].map(([id, label]) => ({ value: String(id), label })),
          ]}
          onChange={({ target }) => change({ actor: target.value })}
        />
      </div>
      <ListSearch
        label="Failed sign-ins as (e-mail)"
        value={typed}
        // So that typing leaves one entry in the history.
        onSearch={(account) => change({ account }, { replace: true })}
      />
      <div className="ml-auto">
        <Button isBusy={exporting.isPending} onClick={() => exporting.mutate(filter)}>
          Export CSV
        </Button>
      </div>
    </div>
  )
}

/** Keeps the chosen action as an option even if no line has it any more. */
const optionsOf = (actions: readonly string[], chosen: string | undefined) =>
  [...new Set([...actions, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: value }))

const COLUMNS: readonly Column<AuditLine>[] = [
  { name: 'When', className: 'whitespace-nowrap', cell: ({ at }) => formatDateTime(at) },
  { name: 'Who', className: 'min-w-32 wrap-anywhere', cell: whoOf },
  {
    name: 'Action',
    cell: ({ action }) =>
      isRefusal(action) ? (
        <Badge tone="warning" isVerbatim>
          {action}
        </Badge>
      ) : (
        action
      ),
  },
  {
    name: 'Target',
    className: 'min-w-48 wrap-anywhere',
    cell: ({ target }) => target,
    note: ({ detail }) => describeDetail(detail),
  },
  { name: 'Network', className: 'text-ink-2 wrap-anywhere', cell: ({ ip_prefix }) => ip_prefix ?? 'None' },
]

const isRefusal = (action: string) => /(^|\.)(refused|failed)$/.test(action)

function whoOf({ actor, actor_id, ip_prefix, detail }: AuditLine): string {
  if (actor) return actor
  if (actor_id) return accountName(actor_id)
  if (ip_prefix) return 'Not signed in'
  return detail.by === 'operator' ? 'Operator' : 'Nightdesk'
}

const accountName = (id: number) => `Account ${id}`

/** The other details of a line, in few words; without hashes. */
const describeDetail = ({ account: _, by: __, ...detail }: AuditLine['detail']) =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${describeValue(value)}`)
    .join(' · ')

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(describeValue).join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
