export { healthSettings } from './check.ts'
export { ALL_CHECKS, runChecks, runChecksWithoutDatabase } from './run-checks.ts'
export { backupHealth } from './storage.ts'
export { checkUpgrade, UPGRADE_CHECKS, type UpgradeCheck } from './upgrade.ts'
