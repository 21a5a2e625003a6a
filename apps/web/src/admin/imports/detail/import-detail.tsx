import type { Import, ImportDetails } from '@nightdesk/contracts'
import { Link, useParams } from 'react-router'
import { explain } from '../../../api.ts'
import { formatDateTime } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState, ErrorState, Loading } from '../../../ui/states.tsx'
import { useMinimumPending } from '../../../ui/use-minimum-pending.ts'
import { Page } from '../../screen/page.tsx'
import { kindOf, STATES, titleOf } from '../import-words.ts'
import { ItemList } from './item-list.tsx'
import { Plan } from './plan.tsx'
import { Receipt } from './receipt.tsx'
import { UNDER_WAY, UnderWay } from './under-way.tsx'
import { useImport, useImportActions } from './use-import.ts'
/** One import: what would come in, then its progress, then what came in. */
export function ImportDetail() {
  const id = Number(useParams().id)
  const { data, error, isPending, refetch } = useImport(id)
  const isLoading = useMinimumPending(isPending)
  return (
    <Page title={data ? titleOf(data) : 'Import'} actions={<AllImports />} onlyFor="admins">
      {isLoading && <Loading label="Loading the import..." lines={6} />}
      {error && !data && <NotLoaded error={error} onRetry={refetch} />}
      {!isLoading && data && <Stage shown={data} />}
    </Page>
  )
}

const AllImports = () => (
  <Link to={paths.admin.imports} className={buttonClass({ variant: 'secondary' })}>
    All imports
  </Link>
)

type Failure = NonNullable<ReturnType<typeof useImport>['error']>

const NotLoaded = ({ error, onRetry }: { error: Failure; onRetry(): void }) =>
  error.data?.code === 'NOT_FOUND' ? (
    <EmptyState title="This import does not exist" help="It may have been removed from the list." />
  ) : (
    <ErrorState message={explain(error)} reference={error.data?.request_id} onRetry={onRetry} />
  )

function Stage({ shown }: { shown: ImportDetails }) {
  const { state } = shown
  const title = UNDER_WAY[state]
  const hasItems = state !== 'reading' && state !== 'failed'
  return (
    <>
      <Origin shown={shown} />
      {title && <UnderWay title={title} shown={shown} />}
      {state === 'ready' && <Plan shown={shown} />}
      {state === 'failed' && <Failed shown={shown} />}
      {(state === 'done' || state === 'undone') && <Receipt shown={shown} />}
      {/* Loaded again after each step, as all items have changed. */}
      {hasItems && <ItemList key={state} shown={shown} />}
    </>
  )
}

/** Where it comes from, who began it, and its state, which is announced when it changes. */
function Origin({ shown }: { shown: ImportDetails }) {
  const { file, name, state, created_at, made_by_name } = shown
  const { tone, label } = STATES[state]
  const parts = [kindOf(shown), name ? file : null, formatDateTime(created_at), made_by_name]
  return (
    <div className="-mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status">
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="min-w-0 wrap-anywhere text-ink-2">{parts.filter(Boolean).join(' · ')}</p>
    </div>
  )
}

/** A file that cannot be read, and what to do about it. */
function Failed({ shown: { id, failure } }: { shown: Import }) {
  const { remove } = useImportActions(id)
  return (
    <>
      <ErrorState message={failure ?? 'The file cannot be read.'} />
      <p className="max-w-prose text-ink-2">
        Nothing was written. Export the file once more, or choose another.
      </p>
      <div>
        <Button variant="secondary" isBusy={remove.isPending} onClick={() => remove.mutate({ id })}>
          Remove and choose another file
        </Button>
      </div>
    </>
  )
}
