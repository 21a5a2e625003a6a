import { hasUsername } from '@nightdesk/db'
import type { Context } from '../context.ts'

export type ActiveAccount = NonNullable<Awaited<ReturnType<typeof findActive>>>

/** The active account with this e-mail, in any case. */
export const findActive = ({ db }: Context, username: string) =>
  db
    .selectFrom('users')
    .where(hasUsername(username))
    .where('status', '=', 'active')
    .select(['id', 'username', 'full_name', 'role', 'password_hash', 'updated_at'])
    .executeTakeFirst()
