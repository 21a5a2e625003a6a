import {
  type Check,
  type CheckName,
  describeFaults,
  type SystemStatus as Status,
  WORK_CHECKS,
  type Worker,
} from '@nightdesk/contracts'
import { type ApiError, api } from '../../api.ts'
import { formatEpoch, formatNumber } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Loading, Skeleton } from '../../ui/states.tsx'
import { useMinimumPending } from '../../ui/use-minimum-pending.ts'
import { WorkerBadge, WorkersBadge } from '../analytics/workers.tsx'
import { POLL_MS } from '../query-client.ts'
import { BackupsBlock } from './backups.tsx'
import { CheckItem, StatusBlock } from './status-block.tsx'

export function SystemStatus() {
  const status = useSystemStatus()
  // Some of them call other servers, so only what has failed is asked for again.
  const checks = api.system.checks.useQuery(
    {},
    { refetchInterval: ({ state }) => (state.error ? POLL_MS : false) },
  )
  const isLoading = useMinimumPending(status.isPending)
  const error = status.error ?? checks.error
  const refresh = () => {
    void status.refetch()
    void checks.refetch()
  }
  const button = (
    <Button size="sm" isBusy={status.isFetching || checks.isFetching} onClick={refresh}>
      Refresh
    </Button>
  )
  return (
    <Card id="system-status" title="System Status" actions={button}>
      <div className="flex flex-col gap-4">
        {isLoading && <LoadingBlocks />}
        {error && (
          <p role="alert" className="flex flex-wrap items-center gap-2 text-danger">
            <Badge tone="danger">Error</Badge>
            {statusFailure(error)}
          </p>
        )}
        {status.data && !isLoading && <StatusBlocks status={status.data} />}
        {checks.data && !isLoading && <ChecksBlock checks={checks.data} />}
        {!isLoading && <BackupsBlock />}
        <p className="text-xs text-muted">
          Last checked: {status.data ? formatEpoch(status.data.timestamp) : 'Never'}
        </p>
      </div>
    </Card>
  )
}

function LoadingBlocks() {
  return (
    <Loading label="Checking system status..." visible>
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
        <Skeleton className="h-44" />
        <Skeleton className="h-44" />
        <Skeleton className="h-20 xl:col-span-2" />
      </div>
    </Loading>
  )
}

function StatusBlocks({ status: { s3, database, workers } }: { status: Status }) {
  return (
    <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
      <StatusBlock title="Object Storage" badge={<ConnectionBadge status={s3.status} />}>
        <p>Bucket: {s3.bucket}</p>
        <p className="text-muted">{s3.message}</p>
        {s3.problem && <p className="text-danger">{s3.problem}</p>}
        {s3.bucket_stats && <BucketUsage stats={s3.bucket_stats} />}
      </StatusBlock>
      <StatusBlock title="Database" badge={<ConnectionBadge status={database.status} />}>
        <p className="wrap-anywhere">Connection: {database.url}</p>
        <p className="text-muted">{database.message}</p>
      </StatusBlock>
      {workers && <WorkersBlock workers={workers.workers} />}
    </div>
  )
}

function WorkersBlock({ workers }: { workers: Worker[] }) {
  return (
    <StatusBlock isWide title="Workers" badge={<WorkersBadge workers={workers} />}>
      {workers.length === 0 && <p className="text-muted">No active workers found</p>}
      <ul className="flex flex-col gap-1">
        {workers.map(({ name, status }) => (
          <li key={name} className="flex items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <WorkerBadge status={status} />
          </li>
        ))}
      </ul>
    </StatusBlock>
  )
}

const ConnectionBadge = ({ status }: { status: 'connected' | 'error' }) =>
  status === 'connected' ? <Badge tone="success">Connected</Badge> : <Badge tone="danger">Error</Badge>

function BucketUsage({ stats }: { stats: NonNullable<Status['s3']['bucket_stats']> }) {
  return (
    <>
      <p>
        {formatNumber(stats.object_count)} objects, {stats.total_size_formatted}
      </p>
      {stats.max_size_bytes > 0 && (
        <>
          <Meter label="Storage usage" value={stats.usage_percentage} normal="indigo" />
          <p className="text-xs text-muted">
            Limit: {stats.max_size_formatted}, {stats.usage_percentage}% used
          </p>
        </>
      )}
    </>
  )
}

/** What the blocks of the backups and of the workers say. */
const SAID_ELSEWHERE: readonly CheckName[] = ['backups', ...WORK_CHECKS]

/** The other checks of the site. Those that ask for something to be done come first; the others open on demand. */
function ChecksBlock({ checks: all }: { checks: Check[] }) {
  const checks = all.filter(({ name }) => !SAID_ELSEWHERE.includes(name))
  const [todo, done] = [checks.filter(hasAdvice), checks.filter((check) => !hasAdvice(check))]
  const tone = checks.every(({ is_fine }) => is_fine) ? 'success' : 'danger'
  return (
    <StatusBlock isWide title="Checks" badge={<Badge tone={tone}>{describeFaults(checks)}</Badge>}>
      <CheckList checks={todo} />
      {done.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">
            {todo.length === 0 ? `All ${done.length} checks` : `${done.length} more checks, all fine`}
          </summary>
          <CheckList checks={done} />
        </details>
      )}
    </StatusBlock>
  )
}

const hasAdvice = ({ advice }: Check) => advice !== null

function CheckList({ checks }: { checks: Check[] }) {
  if (checks.length === 0) return null
  return (
    <ul className="my-2 flex flex-col gap-3">
      {checks.map((check) => (
        <CheckItem key={check.name} name={check.name} check={check} />
      ))}
    </ul>
  )
}

export function useSystemStatus() {
  return api.system.status.useQuery({}, { refetchInterval: POLL_MS })
}

export function statusFailure({ data, message }: Pick<ApiError, 'data' | 'message'>): string {
  return data ? `Failed to fetch status: ${message || 'Unknown error'}` : 'Error connecting to server'
}
