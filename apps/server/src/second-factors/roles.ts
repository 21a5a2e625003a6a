import { ROLES, type secondFactors } from '@nightdesk/contracts'
import type { DbOrTx } from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import type { Handler } from '../calls/handlers.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'

export const roles: Handler<typeof secondFactors.roles> = async ({ db }) => ({ roles: await readRoles(db) })

export const setRoles: Handler<typeof secondFactors.setRoles> = (ctx, { roles }) =>
  commitAnswer(ctx, async (tx) => {
    await tx
      .deleteFrom('second_factor_roles')
      .$if(roles.length > 0, (rows) => rows.where('role', 'not in', roles))
      .execute()
    for (const role of roles) {
      await tx
        .insertInto('second_factor_roles')
        .values({ role })
        .onConflict((on) => on.doNothing())
        .execute()
    }
    await audit(tx, ctx, 'factor.require', 'settings', { roles })
    return { roles: await readRoles(tx) }
  })

async function readRoles(db: DbOrTx) {
  const rows = await db.selectFrom('second_factor_roles').select('role').execute()
  return ROLES.filter((role) => rows.some((row) => row.role === role))
}
