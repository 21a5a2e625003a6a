import type { User } from '@nightdesk/contracts'
import { findUser, type Tx, writeAudit } from '@nightdesk/db'
import type { Env } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'

/** Changes the account with this e-mail in one transaction. @throws NOT_FOUND, and the errors of the change */
export const changeAccount = <T>(
  env: Env,
  email: string,
  change: (tx: Tx, account: User) => Promise<T>,
): Promise<T> =>
  withDatabase(env, ({ db }) => db.transaction().execute(async (tx) => change(tx, await findUser(tx, email))))

/** Writes a line of the audit log about a change that the operator made to an account. */
export const auditOperator = (
  tx: Tx,
  action: string,
  { id }: User,
  detail: Record<string, unknown> = {},
): Promise<void> =>
  writeAudit(tx, {
    actor_id: null,
    action,
    target: `user:${id}`,
    ip_prefix: null,
    request_id: null,
    detail: { ...detail, by: 'operator' },
  })
