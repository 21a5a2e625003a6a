import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { toCsv } from '../analytics/period/csv.ts'
import { ListSearch } from '../screen/list/list-search.tsx'
import { Page } from '../screen/page.tsx'
import { usePagedSearch } from '../screen/url/use-paged-search.ts'
import { MissingList } from './missing-list.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectList } from './redirect-list.tsx'
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
