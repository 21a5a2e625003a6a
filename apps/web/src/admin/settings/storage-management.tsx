import { api, explain } from '../../api.ts'
import { formatBytes } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, StatCard } from '../../ui/card.tsx'
import { Meter } from '../../ui/meter.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'

export function StorageManagement() {
  const disk = useDiskSpace()
  const refresh = (
    <Button variant="secondary" size="sm" disabled={disk.isFetching} onClick={() => disk.refetch()}>
      Refresh
    </Button>
  )
  return (
    <Card id="storage-management" title="Storage Management" actions={refresh}>
      {disk.isPending && <Loading label="Loading disk space..." />}
      {disk.isError && (
        <ErrorState
          message={`Failed to load disk space information: ${
            explain(disk.error) || 'Failed to fetch disk space information'
          }`}
        />
      )}
      {disk.data && <DiskUsage {...disk.data} />}
    </Card>
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
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <StatCard label="Total Space" value={formatBytes(total)} />
        <StatCard label="Used Space" value={formatBytes(used)} />
        <StatCard label="Available Space" value={formatBytes(available)} />
      </dl>
    </div>
  )
}
