import { type Db, hasUsername } from '@nightdesk/db'
import type { Context } from '../context.ts'

export type ActiveAccount = NonNullable<Awaited<ReturnType<typeof findActive>>>

/** The active account with this e-mail, in any case. */
export const findActive = ({ db }: Context, username: string) =>
  activeAccounts(db).where(hasUsername(username)).executeTakeFirst()

export const findActiveById = ({ db }: Context, id: number) =>
  activeAccounts(db).where('id', '=', id).executeTakeFirst()

const activeAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .where('status', '=', 'active')
    .select(['id', 'username', 'full_name', 'role', 'password_hash', 'updated_at'])
