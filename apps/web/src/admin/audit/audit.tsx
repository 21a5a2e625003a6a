import { type AuditFilter, type AuditLine, MAX_EXPORTED_LINES } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { toCsv } from '../analytics/period/csv.ts'
import { notify } from '../notify.ts'
import { LoadedList } from '../screen/list/loaded-list.tsx'
import { Page } from '../screen/page.tsx'
import { useUrlParams } from '../screen/url/use-url-params.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
/** Audit log: who did what, and which requests were refused. */
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
      onlyFor="admins"
    >
      <Lines />
    </Page>
  )
}

function Lines() {
  const search = useAuditSearch()
  const { filter, before } = search
  const log = api.audit.list.useQuery(
    { ...filter, before },
    { placeholderData: (last) => last, meta: { failure: { title: 'Failed to load the audit log' } } },
  )
  const exporting = useExport(filter)
  return (
    <>
      <AuditFilters
        filter={filter}
        actions={log.data?.actions ?? []}
        onChange={search.change}
        action={
          <Button variant="secondary" isBusy={exporting.isPending} onClick={exporting.run}>
            Export CSV
          </Button>
        }
      />
      <LoadedList list={log} loading={<Loading label="Loading the audit log..." lines={8} />}>
        {(shown) => (
          <>
            {shown.lines.length > 0 ? (
              <AuditTable lines={shown.lines} />
            ) : (
              <EmptyState
                title="No lines found"
                help="Nothing like this has happened, or its time is over."
              />
            )}
            <Pager log={shown} search={search} />
          </>
        )}
      </LoadedList>
    </>
  )
}

interface PagerProps {
  log: { lines: AuditLine[]; has_more: boolean }
  search: ReturnType<typeof useAuditSearch>
}

const Pager = ({ log, search }: PagerProps) => (
  <nav aria-label="Pages" className="flex items-center justify-center gap-3">
    <Button variant="secondary" disabled={search.before === undefined} onClick={search.showNewest}>
      Newest
    </Button>
    <Button
      variant="secondary"
      disabled={!log.has_more}
      onClick={() => search.showBefore(log.lines.at(-1)?.id)}
    >
      Older
    </Button>
  </nav>
)

/** The filters and page of the audit log, stored in the URL. */
function useAuditSearch() {
  const [search, set] = useUrlParams()
  const filter: AuditFilter = {
    action: search.get('action') ?? undefined,
    actor_id: numberOf(search.get('actor')),
    account: search.get('account') ?? undefined,
  }
  return {
    filter,
    before: numberOf(search.get('before')),
    /** Also returns to the newest lines. */
    change: ({ action, actor_id, account }: AuditFilter) =>
      set({ action, actor: actor_id?.toString(), account, before: undefined }),
    showBefore: (id: number | undefined) => set({ before: id?.toString() }),
    showNewest: () => set({ before: undefined }),
  }
}

const numberOf = (text: string | null): number | undefined => Number(text) || undefined

/** Downloads the newest lines as a file. */
function useExport(filter: AuditFilter) {
  const { mutate, isPending } = api.audit.export.useMutation({
    meta: { failure: { title: 'Failed to export the audit log' } },
    onSuccess({ lines, has_more }) {
      download(`audit-${new Date().toISOString().slice(0, 10)}.csv`, linesToCsv(lines), 'text/csv')
      if (has_more)
        notify({
          kind: 'warning',
          title: `The newest ${MAX_EXPORTED_LINES} lines were exported`,
          description: '`nightdesk audit export` prints all of them.',
        })
    },
  })
  return { run: () => mutate(filter), isPending }
}

const linesToCsv = (lines: AuditLine[]) =>
  toCsv([
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
  ])
