import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '@nightdesk/db'
import { sql } from 'kysely'

/** Serialises everything that depends on there being no user yet. */
const SETUP_LOCK = 7_113_001

export interface FirstAdmin {
  username: string
  full_name: string
  password_hash: string
}

export async function hasUsers(db: Db | Tx): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Creates the first admin unless there is a user already. @returns whether it was created */
export async function createFirstAdmin(db: Db, admin: FirstAdmin): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockSetup(tx)
    if (await hasUsers(tx)) return false
    await tx
      .insertInto('users')
      .values({ ...admin, role: 'admin' })
      .execute()
    return true
  })
}

/** A new one-time token for `/admin/setup`, good for a day, or null when there is a user already. */
export async function createSetupToken(db: Db): Promise<string | null> {
  if (await hasUsers(db)) return null
  const token = randomBytes(24).toString('base64url')
  await db
    .insertInto('one_time_tokens')
    .values({ hash: hashOf(token), kind: 'setup', user_id: null, expires_at: sql`now() + interval '1 day'` })
    .execute()
  return token
}

/** Whether this token may create the first admin, within the transaction that does. */
export async function claimSetupToken(tx: Tx, token: string): Promise<boolean> {
  await lockSetup(tx)
  if (await hasUsers(tx)) return false
  const claimed = await tx
    .deleteFrom('one_time_tokens')
    .where('hash', '=', hashOf(token))
    .where('kind', '=', 'setup')
    .where('expires_at', '>', sql<string>`now()`)
    .returning('hash')
    .executeTakeFirst()
  return claimed !== undefined
}

const lockSetup = (tx: Tx) => sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(tx)

const hashOf = (token: string) => createHash('sha256').update(token).digest()
