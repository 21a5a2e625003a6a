import type { Backup } from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/format-bytes'
import { formatDateTime } from '../../../format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { describeContents, describeProof, verdictOf } from './backup-words.ts'

/** One backup: when, its file and contents, and the verdict of its last trial restore. */
export function BackupItem({ backup }: { backup: Backup }) {
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
