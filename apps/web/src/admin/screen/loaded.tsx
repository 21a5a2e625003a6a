import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { type ApiError, explain } from '../../api.ts'
import { EmptyState, ErrorState, Loading, type LoadingProps } from '../../ui/states.tsx'
import { DataTable, type DataTableProps } from '../../ui/table.tsx'
import { useMinimumPending } from '../../ui/use-minimum-pending.ts'
import { useRestoredFocus } from './page.tsx'

interface LoadedProps<Data> extends Pick<LoadingProps, 'lines' | 'line'> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'>
  /** What is said meanwhile, over lines that stand for the content; or skeletons in its shape. */
  loading: string | ReactElement
  /** What is shown of an error. Default, and for nothing: `usual`, the reason and a button to try again. */
  failed?(error: ApiError, usual: ReactNode): ReactNode
  children(data: Data): ReactNode
}

/** What a query has loaded, that it is loading, or why it could not. */
export function Loaded<Data>({ query, loading, failed, children, ...shape }: LoadedProps<Data>) {
  const { data, error, isPending, refetch } = query
  const isLoading = useMinimumPending(isPending)
  // The button that tries again is removed at once.
  useRestoredFocus(error && data === undefined ? 'failed' : undefined)
  if (isLoading) return typeof loading === 'string' ? <Loading label={loading} {...shape} /> : loading
  if (data !== undefined) return children(data)
  if (!error) return null
  const usual = (
    <ErrorState message={explain(error)} reference={error.data?.request_id} onRetry={() => refetch()} />
  )
  return failed?.(error, usual) || usual
}

interface ListTableProps<Data, Row>
  extends Omit<DataTableProps<Row>, 'rows'>,
    Pick<LoadedProps<Data>, 'query' | 'loading' | 'failed'> {
  rowsOf(data: Data): readonly Row[]
  /** In place of a table without rows. */
  empty: ComponentProps<typeof EmptyState>
  pager?(data: Data): ReactNode
}

/** A list as a table, with what is shown while it is loading, empty or not to be had. */
export function ListTable<Data, Row>(props: ListTableProps<Data, Row>) {
  const { query, loading, failed, rowsOf, empty, pager, ...table } = props
  return (
    <Loaded query={query} loading={loading} lines={5} failed={failed}>
      {(data) => (
        <div aria-busy={query.isPlaceholderData} className="flex flex-col gap-4">
          <Rows {...table} rows={rowsOf(data)} empty={empty} />
          {pager?.(data)}
        </div>
      )}
    </Loaded>
  )
}

/** The button that removes a row, or leads to the last page, loses the focus. */
function Rows<Row>({ empty, ...table }: DataTableProps<Row> & Pick<ListTableProps<never, Row>, 'empty'>) {
  useRestoredFocus(table.rows.map(table.keyOf).join())
  return table.rows.length > 0 ? <DataTable {...table} /> : <EmptyState {...empty} />
}

/**
 * Refetches a query when the work that changes its data has ended. Another query tells of the work, so an answer that is
 * already on its way may be older than the end.
 */
export function useRefetchAfter(isUnderWay: boolean, { refetch }: { refetch(): unknown }) {
  const wasUnderWay = useRef(isUnderWay)
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) refetch()
    wasUnderWay.current = isUnderWay
  }, [isUnderWay, refetch])
}
