import type { User } from '@nightdesk/contracts'
import { findUser, type Tx, writeAudit } from '@nightdesk/db'
import type { Env } from '../../env.ts'
import { withDatabase } from '../../with-database.ts'

/** Changes the account with this e-mail in one transaction. @throws NOT_FOUND, and what the change refuses */
export const changeAccount = <T>(
  env: Env,
  email: string,
  change: (tx: Tx, account: User) => Promise<T>,
): Promise<T> =>
  withDatabase(env, ({ db }) => db.transaction().execute(async (tx) => change(tx, await findUser(tx, email))))

/** The line of the audit log for what the operator did to an account. */
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
