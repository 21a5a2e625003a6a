import { purgeAudit, verifyAudit } from '@nightdesk/db'
import type { Task } from '../tasks.ts'

/**
 * Deletes lines of the audit log past their retention, and checks its chain. The end of the chain is written to the log of
 * the process, which is stored elsewhere: `nightdesk audit verify --expect` compares it later.
 */
export const keepAudit: Task<'audit-log'> = async ({ db, audit_retention_months, log }) => {
  const deleted = audit_retention_months === 0 ? 0 : await purgeAudit(db, audit_retention_months)
  const { problem, ...report } = await verifyAudit(db)
  if (problem) throw new Error(`The audit log is not as it was written. ${problem}`)
  log.info({ ...report, deleted }, 'Audit log verified')
}
