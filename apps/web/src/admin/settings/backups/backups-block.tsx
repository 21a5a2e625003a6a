import type { BackupList } from '@nightdesk/contracts'
import { explain } from '../../../api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Loading, Skeleton } from '../../../ui/states.tsx'
import { describeJob, jobTitle } from '../jobs/job-words.ts'
import { StatusBlock } from '../status-block.tsx'
import { BackupItem } from './backup-item.tsx'
import { describeLastProof, describeSchedule } from './backup-words.ts'
import { useBackups } from './use-backups.ts'

/** The backups of the site, whether they come back, and what to do about it. */
export function BackupsBlock() {
  const { list, ...work } = useBackups()
  if (list.data) return <Backups list={list.data} {...work} />
  if (list.isPending) {
    return (
      <Loading label="Loading backups...">
        <Skeleton className="h-44" />
      </Loading>
    )
  }
  return (
    <StatusBlock isWide title="Backups" badge={<Badge tone="danger">Error</Badge>}>
      <ErrorState
        message={explain(list.error)}
        reference={list.error.data?.request_id}
        onRetry={() => list.refetch()}
      />
    </StatusBlock>
  )
}

interface BackupsProps extends Omit<ReturnType<typeof useBackups>, 'list'> {
  list: BackupList
}

function Backups({ list, job, isBusy, create, verify }: BackupsProps) {
  const { backups, place, problem, warning } = list
  const [newest] = backups
  return (
    <StatusBlock isWide title="Backups" badge={<Verdict list={list} />}>
      {problem && <p className="text-danger">{problem}</p>}
      <p>{describeLastProof(backups) ?? 'No backup has been verified by a restore yet.'}</p>
      <p className="text-xs wrap-anywhere text-muted">
        {describeSchedule(list)} Place: {place}
      </p>
      {warning && <p className="text-xs">{warning}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" isBusy={isBusy} onClick={() => create.mutate({})}>
          Back up now
        </Button>
        {newest && (
          <Button
            variant="secondary"
            size="sm"
            isBusy={isBusy}
            onClick={() => verify.mutate({ id: newest.id })}
          >
            Verify now
          </Button>
        )}
        <p role="status" className="w-full min-w-0 text-xs wrap-anywhere text-muted sm:w-auto sm:flex-1">
          {job && `${jobTitle(job.name)}: ${describeJob(job)}`}
        </p>
      </div>
      {backups.length > 0 && (
        <ul aria-label="Backups" className="divide-y divide-line">
          {backups.map((backup) => (
            <BackupItem key={backup.id} backup={backup} />
          ))}
        </ul>
      )}
    </StatusBlock>
  )
}

function Verdict({ list: { problem, backups } }: { list: BackupList }) {
  if (problem) return <Badge tone="danger">Not proved</Badge>
  if (backups.some(({ proof }) => proof?.problem === null)) return <Badge tone="success">Proved</Badge>
  return <Badge tone="neutral">Not verified yet</Badge>
}
