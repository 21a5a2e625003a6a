import { sql } from 'kysely'
import { OLD_PROOF_DAYS } from '../backup-health.ts'
import { type Finding, fault, fine, hint } from '../finding.ts'
import type { UpgradeSubject } from './check-upgrade.ts'

export async function backup({ db }: UpgradeSubject): Promise<Finding> {
  const age = await ageOfVerified(db)
  if (age === null) return hint('None has been verified.', MAKE_ONE)
  const found = `The newest verified one is ${age === 1 ? 'a day' : `${age} days`} old.`
  return age > OLD_PROOF_DAYS ? fault(found, MAKE_ONE) : fine(found)
}

const MAKE_ONE = 'Choose Back up now and then Verify now in system status, before you upgrade.'

/** Whole days; null without one. Releases before backups have no such table. */
async function ageOfVerified(db: UpgradeSubject['db']): Promise<number | null> {
  const { rows: tables } = await sql`select where to_regclass('backups') is not null`.execute(db)
  if (tables.length === 0) return null
  const { rows } = await sql<{ age: number | null }>`
    select extract(day from now() - max(created_at))::integer as age
    from backups where verified_at is not null and problem is null`.execute(db)
  return rows[0]!.age // an aggregate has one row
}
