import { writeAudit } from '@nightdesk/db'
import { expect, test } from 'vitest'
import { ago, ctx, DAY, db } from '../testing.ts'
import { keepAudit } from './audit-log.ts'

const line = {
  actor_id: null,
  action: 'login',
  target: 'user:1',
  ip_prefix: null,
  request_id: null,
  detail: {},
}

test('lines past their time are deleted, and a log that was changed fails the job', async () => {
  await db
    .insertInto('audit_log')
    .values({ ...line, at: ago(800 * DAY), detail: '{}' })
    .execute()
  await writeAudit(db, line)

  await keepAudit({ ...ctx, audit_retention_months: 24 }, {})
  expect(await db.selectFrom('audit_log').select('action').execute()).toHaveLength(1)

  await db.updateTable('audit_log').set({ target: 'user:2' }).execute()
  await expect(keepAudit(ctx, {})).rejects.toThrow('is not as it was written')
})
