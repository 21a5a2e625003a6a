import type { Backup, BackupList } from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/files'
import { api } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FAST_POLL_MS, POLL_MS } from '../query-client.ts'
import { Loaded, useRefetchAfter } from '../screen/loaded.tsx'
import { describeContents, describeLastProof, describeProof, SCHEDULES, verdictOf } from './backup-words.ts'
import { describeJob, jobTitle } from './job-words.ts'
import { liveOf, useJobs } from './jobs.tsx'
import { StatusBlock } from './status-block.tsx'

export function BackupsBlock() {
  const { list, ...work } = useBackups()
  return (
    <Loaded
      query={list}
      loading="Loading backups..."
      lines={1}
      line="h-44"
      failed={(_error, usual) => (
        <StatusBlock isWide title="Backups" badge={<Badge tone="danger">Error</Badge>}>
          {usual}
        </StatusBlock>
      )}
    >
      {(backups) => <Backups list={backups} {...work} />}
    </Loaded>
  )
}

interface BackupsProps extends Omit<ReturnType<typeof useBackups>, 'list'> {
  list: BackupList
}

function Backups({ list, job, isBusy, create, verify }: BackupsProps) {
  const { backups, interval, place, problem, warning } = list
  const [newest] = backups
  return (
    <StatusBlock isWide title="Backups" badge={<Verdict list={list} />}>
      {problem && <p className="text-danger">{problem}</p>}
      <p>{describeLastProof(backups) ?? 'No backup has been verified by a restore yet.'}</p>
      <p className="text-xs wrap-anywhere text-muted">
        {SCHEDULES[interval]} Place: {place}
      </p>
      {warning && <p className="text-xs">{warning}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" size="sm" isBusy={isBusy} onClick={() => create.mutate({})}>
          Back up now
        </Button>
        {newest && (
          <Button size="sm" isBusy={isBusy} onClick={() => verify.mutate({ id: newest.id })}>
            Verify now
          </Button>
        )}
        <p
          role="status"
          aria-live={liveOf(job)}
          className="w-full min-w-0 text-xs wrap-anywhere text-muted sm:w-auto sm:flex-1"
        >
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

function BackupItem({ backup }: { backup: Backup }) {
  const { file, created_at, bytes, proof } = backup
  const { tone, label } = verdictOf(backup)
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        {formatDateTime(created_at)}
        <span className="block text-xs wrap-anywhere text-muted">
          {file}, {formatBytes(bytes)}, {describeContents(backup)}
        </span>
        {proof && (
          <span className="block text-xs wrap-anywhere">{proof.problem ?? describeProof(proof)}</span>
        )}
      </span>
      <Badge tone={tone}>{label}</Badge>
    </li>
  )
}

const JOBS: readonly string[] = ['back-up', 'verify-backup']

function useBackups() {
  const utils = api.useUtils()
  const job = useJobs().data?.find(({ name }) => JOBS.includes(name))
  const onSettled = () => utils.workers.jobs.invalidate()
  const create = api.backups.create.useMutation({ meta: { failure: 'Failed to back up' }, onSettled })
  const verify = api.backups.verify.useMutation({
    meta: { failure: 'Failed to verify the backup' },
    onSettled,
  })
  const isBusy = job?.state === 'queued' || job?.state === 'running' || create.isPending || verify.isPending
  const list = api.backups.list.useQuery({}, { refetchInterval: isBusy ? FAST_POLL_MS : POLL_MS })
  useRefetchAfter(isBusy, list)
  return { list, job, isBusy, create, verify }
}
