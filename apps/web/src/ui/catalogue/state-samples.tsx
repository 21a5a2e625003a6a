import { Button } from '../button.tsx'
import { EmptyState, ErrorState, Loading, Skeleton } from '../states.tsx'
import { Samples } from './samples.tsx'

export function StateSamples() {
  return (
    <>
      <Samples title="Loading">
        <Loading label="Loading articles..." />
        <Loading label="Checking system status..." visible>
          <Skeleton className="h-24" />
        </Loading>
      </Samples>
      <Samples title="Empty">
        <EmptyState title="No articles available" help="What you write is a draft until you publish it.">
          <Button>Create Your First Article</Button>
        </EmptyState>
        <EmptyState title="No drafts match “ceres”">
          <Button variant="secondary">Clear</Button>
        </EmptyState>
      </Samples>
      <Samples title="Errors">
        <ErrorState message="Failed to load dashboard statistics" />
        <ErrorState
          message="Something went wrong. Please try again later."
          reference="84c1be13-104e-47c8-ae66-3cdb2042d8d4"
          onRetry={() => {}}
        />
      </Samples>
    </>
  )
}
