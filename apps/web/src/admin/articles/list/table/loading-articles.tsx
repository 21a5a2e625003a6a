import { Loading, Skeleton, times } from '../../../../ui/states.tsx'

const ROWS = 8

/** Skeleton of the table, with rows of the same height. */
export function LoadingArticles() {
  return (
    <Loading label="Loading articles...">
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        <div className="h-9" />
        {times(ROWS, (row) => (
          <div key={row} className="flex h-[46px] items-center gap-8 px-4">
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-4 flex-1 max-sm:hidden" />
            <Skeleton className="h-[22px] w-20 rounded-full" />
            <Skeleton className="h-4 w-24 max-sm:hidden" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
