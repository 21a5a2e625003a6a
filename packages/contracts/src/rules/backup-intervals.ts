/** How often a site is backed up by itself. */
export const BACKUP_INTERVALS = ['day', 'week', 'off'] as const
export type BackupInterval = (typeof BACKUP_INTERVALS)[number]
