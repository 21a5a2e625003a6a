import { Loading, Skeleton, times } from '../../ui/states.tsx'

const PARAGRAPHS = 3

/** Skeleton of an article with three paragraphs. */
export function LoadingArticle() {
  return (
    <Loading label="Loading article...">
      <div className="flex flex-col gap-8 rounded-card border border-line bg-surface p-5 sm:p-8">
        <Skeleton className="h-[22px] w-72 max-w-full rounded-full" />
        {times(PARAGRAPHS, (paragraph) => (
          <div key={paragraph} className="flex max-w-[66ch] flex-col gap-3">
            <Skeleton className="h-5" />
            <Skeleton className="h-5" />
            <Skeleton className="h-5 w-2/3" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
