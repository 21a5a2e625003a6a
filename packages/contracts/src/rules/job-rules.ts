import type { JobName } from '../jobs.ts'

interface JobRule {
  /** Its name on screens. */
  title: string
  /** Runs every minute, or after most changes: a run that succeeded is left out of the list of jobs. */
  isRoutine?: true
}

export const JOB_RULES: Readonly<Record<JobName, JobRule>> = {
  'analytics-summary': { title: 'Analytics summary' },
  'rebuild-views': { title: 'Rebuild views' },
  'view-months': { title: 'View months' },
  'publish-scheduled': { title: 'Publish scheduled' },
  'publish-missed': { title: 'Publish missed', isRoutine: true },
  'worker-health': { title: 'Worker health', isRoutine: true },
  'purge-expired': { title: 'Purge expired' },
  'purge-trash': { title: 'Purge trash' },
  'audit-log': { title: 'Audit log' },
  'make-variants': { title: 'Smaller copies of a picture' },
  'copy-image': { title: 'Copy of an outside image' },
  'read-import': { title: 'Reading of an import' },
  'run-import': { title: 'Import' },
  'undo-import': { title: 'Undo of an import' },
  'import-pictures': { title: 'Pictures of an import' },
  'check-links': { title: 'Check links' },
  'purge-cdn': { title: 'Purge CDN', isRoutine: true },
  'reconcile-storage': { title: 'Reconcile storage' },
  'export-site': { title: 'Export' },
  'back-up': { title: 'Backup' },
  'archive-wal': { title: 'Archive of changes', isRoutine: true },
  'verify-backup': { title: 'Trial restore of a backup' },
}

export const ROUTINE_JOBS: readonly string[] = Object.entries(JOB_RULES).flatMap(([name, { isRoutine }]) =>
  isRoutine ? [name] : [],
)
