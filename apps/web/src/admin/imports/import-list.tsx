import type { Import } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { formatRecent } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState, Loading } from '../../ui/states.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { LoadedList } from '../screen/list/loaded-list.tsx'
import { Pager } from '../screen/list/pager.tsx'
import { usePagedSearch } from '../screen/url/use-paged-search.ts'
import { describeCounts, kindOf, STATES, titleOf } from './import-words.ts'
import { PAGE_SIZE, useImports } from './use-imports.ts'

/** Imports of this site, the newest first. */
export function ImportList() {
  const { page, showPage } = usePagedSearch()
  const list = useImports(page)
  return (
    <LoadedList list={list} loading={<Loading label="Loading imports..." lines={4} />}>
      {({ imports, count }) => (
        <>
          {imports.length > 0 ? (
            <Table label="Imports" head={HEAD}>
              {imports.map((one) => (
                <Row key={one.id} shown={one} />
              ))}
            </Table>
          ) : (
            <EmptyState
              title="Nothing was imported yet"
              help="Each import is listed here, and can be undone."
            />
          )}
          <Pager page={page} isLast={page * PAGE_SIZE >= count} onChange={showPage} />
        </>
      )}
    </LoadedList>
  )
}

const HEAD = (
  <>
    <HeadCell>Import</HeadCell>
    <HeadCell>State</HeadCell>
    <HeadCell>Items</HeadCell>
    <HeadCell>Begun</HeadCell>
  </>
)

function Row({ shown }: { shown: Import }) {
  const { id, file, state, created_at, made_by_name } = shown
  const { tone, label } = STATES[state]
  const title = titleOf(shown)
  const details = [kindOf(shown), title === file ? null : file].filter(Boolean).join(', ')
  return (
    <tr>
      <Cell className="min-w-48 wrap-anywhere">
        <Link to={paths.admin.import(id)} className="font-medium hover:underline">
          {title}
        </Link>
        {details && <span className="block text-xs text-muted">{details}</span>}
      </Cell>
      <Cell label="State">
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      <Cell label="Items" className="text-ink-2">
        {describeCounts(shown)}
      </Cell>
      <Cell label="Begun" className="whitespace-nowrap text-ink-2">
        {formatRecent(created_at)}
        {made_by_name && <span className="block text-xs text-muted">{made_by_name}</span>}
      </Cell>
    </tr>
  )
}
