export { fault, fine, healthSettings, hint } from './check.ts'
export { runChecks, runChecksWithoutDatabase } from './run-checks.ts'
export { backupHealth } from './storage.ts'
export { checkUpgrade, UPGRADE_CHECKS, type UpgradeCheck } from './upgrade.ts'
