import { writeAudit } from '@nightdesk/db'
import { asOwner } from '@nightdesk/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ago, ctx, DAY, db, owner_url } from '../testing.ts'
import { keepAudit } from './maintenance.ts'

const line = {
  actor_id: null,
  action: 'login',
  target: 'user:1',
  ip_prefix: null,
  request_id: null,
  detail: {},
}

test('lines past their retention are deleted, and a log that was changed fails the job', async () => {
  await asOwner(
    owner_url,
    sql`insert into audit_log (at, action, target) values (${ago(800 * DAY)}, ${line.action}, ${line.target})`,
  )
  await writeAudit(db, line)

  await keepAudit({ ...ctx, settings: { ...ctx.settings, AUDIT_RETENTION_MONTHS: 24 } }, {})
  expect(await db.selectFrom('audit_log').select('action').execute()).toHaveLength(1)

  await asOwner(owner_url, sql`update audit_log set target = 'user:2'`)
  await expect(keepAudit(ctx, {})).rejects.toThrow('is not as it was written')
})
