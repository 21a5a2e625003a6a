import type { AuditLine } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { LoadedList } from '../screen/list/loaded-list.tsx'
import { Page } from '../screen/page.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { useAuditSearch } from './use-audit-search.ts'
import { useExport } from './use-export.ts'

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
