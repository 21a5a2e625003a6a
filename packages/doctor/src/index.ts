export { type BackupHealth, backupHealth } from './backup-health.ts'
export { ALL_CHECKS, runChecks, runChecksWithoutDatabase } from './run-checks.ts'
export { type HealthSettings, healthSettings } from './subject.ts'
export { checkUpgrade, UPGRADE_CHECKS, type UpgradeCheck } from './upgrade/check-upgrade.ts'
