import type { Db } from '@nightdesk/db'
import { databaseChecks } from '../checks/database.ts'
import type { Finding } from '../finding.ts'
import { carryOut, type Explain } from '../run-checks.ts'
import type { HealthSettings } from '../subject.ts'
import { backup } from './backup.ts'
import { disk } from './disk.ts'
import { migrations } from './migrations.ts'

/** What an upgrade needs, each as a sentence that is true when it can begin. */
export const UPGRADE_CHECKS = {
  migrations: 'Nobody waits for the migrations',
  disk: 'The disk has room for the upgrade',
  version: 'This version of Postgres is supported',
  backup: 'A backup of the last two weeks has been verified',
} as const
type UpgradeCheckName = keyof typeof UPGRADE_CHECKS

/** The result of one check, like those of the doctor. */
export interface UpgradeCheck extends Finding {
  name: UpgradeCheckName
}

/** A site as the release before has left it: not all tables exist. */
export interface UpgradeSubject {
  /** Connects as the role that migrates. */
  db: Db
  settings: Pick<HealthSettings, 'backups'>
}

const checks: Record<UpgradeCheckName, (subject: UpgradeSubject) => Promise<Finding | null>> = {
  migrations,
  disk,
  version: databaseChecks.version,
  backup,
}

/** Looks at everything that an upgrade needs, and changes nothing. */
export const checkUpgrade = (
  subject: UpgradeSubject,
  explain: Explain<UpgradeCheckName>,
): Promise<UpgradeCheck[]> =>
  carryOut(
    Object.entries(checks).map(([name, check]) => ({
      name: name as UpgradeCheckName, // Object.entries loses the names
      run: () => check(subject),
    })),
    explain,
  )
