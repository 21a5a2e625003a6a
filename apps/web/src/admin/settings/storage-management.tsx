import { formatBytes } from '@nightdesk/contracts/files'
import { type ApiError, api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Card, StatCard } from '../../ui/card.tsx'
import { Meter } from '../../ui/meter.tsx'
import { ErrorState, Loading, Skeleton, times } from '../../ui/states.tsx'
import { useMinimumPending } from '../../ui/use-minimum-pending.ts'

export function StorageManagement() {
  const disk = useDiskSpace()
  const isLoading = useMinimumPending(disk.isPending)
  const refresh = (
    <Button variant="secondary" size="sm" isBusy={disk.isFetching} onClick={() => disk.refetch()}>
      Refresh
    </Button>
  )
  return (
    <Card id="storage-management" title="Storage Management" actions={refresh}>
      {isLoading && <LoadingDisk />}
      {disk.isError && (
        <ErrorState
          message={`Failed to load disk space information: ${reasonOf(disk.error)}`}
          reference={disk.error.data?.request_id}
          onRetry={() => disk.refetch()}
        />
      )}
      {disk.data && !isLoading && <DiskUsage {...disk.data} />}
    </Card>
  )
}

/** The server's message; without one, the text of the specification. */
const reasonOf = ({ data, message }: Pick<ApiError, 'data' | 'message'>) =>
  (data && message) || 'Failed to fetch disk space information'

function LoadingDisk() {
  return (
    <Loading label="Loading disk space...">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-2 w-full" />
      <div className="grid grid-cols-1 gap-3 sm:max-md:grid-cols-3 lg:grid-cols-3">
        {times(3, (card) => (
          <Skeleton key={card} className="h-[86px]" />
        ))}
      </div>
    </Loading>
  )
}

export const useDiskSpace = () => api.system.diskSpace.useQuery({})

function DiskUsage({ total, available }: { total: number; available: number }) {
  const used = total - available
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <p className="flex flex-wrap justify-between gap-2">
          <span className="font-medium">Disk Usage</span>
          <span>
            {formatBytes(used)} of {formatBytes(total)}
          </span>
        </p>
        <Meter label="Disk Usage" value={total > 0 ? (used / total) * 100 : 0} normal="green" />
      </div>
      <dl className="grid grid-cols-1 gap-3 sm:max-md:grid-cols-3 lg:grid-cols-3">
        <StatCard label="Total Space" value={formatBytes(total)} />
        <StatCard label="Used Space" value={formatBytes(used)} />
        <StatCard label="Available Space" value={formatBytes(available)} />
      </dl>
    </div>
  )
}
