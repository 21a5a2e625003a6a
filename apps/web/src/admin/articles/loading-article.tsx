import { type ApiError, explain } from '../../api.ts'
import { ErrorState, Loading, Skeleton, times } from '../../ui/states.tsx'
import { Page } from '../screen/page.tsx'

interface LoadingArticleProps {
  title: string
  query: { error: ApiError | null; refetch(): unknown }
}

const PARAGRAPHS = 3

/** The screen of an article that is loading, or why it could not be loaded. */
export const LoadingArticle = ({ title, query: { error, refetch } }: LoadingArticleProps) => (
  <Page title={title}>
    {error ? (
      <ErrorState message={explain(error)} reference={error.data?.request_id} onRetry={() => refetch()} />
    ) : (
      <Loading label="Loading article...">
        <div className="flex flex-col gap-8 rounded-card border border-line bg-surface p-5 sm:p-8">
          <Skeleton className="h-[22px] w-72 max-w-full rounded-full" />
          {times(PARAGRAPHS, (paragraph) => (
            <div key={paragraph} className="flex max-w-[66ch] flex-col gap-3">
              <Skeleton className="h-5" count={2} />
              <Skeleton className="h-5 w-2/3" />
            </div>
          ))}
        </div>
      </Loading>
    )}
  </Page>
)
