import { type Db, issueToken, spendToken, type Tx } from '@nightdesk/db'
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

/** Creates the first admin unless a user exists. @returns whether it was created */
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

/** A new one-time token for `/admin/setup`, valid for a day, or null when a user exists. */
export async function createSetupToken(db: Db): Promise<string | null> {
  if (await hasUsers(db)) return null
  return (await issueToken(db, 'setup', null)).token
}

/** Whether this token may create the first admin. Runs in the transaction that creates it. */
export async function claimSetupToken(tx: Tx, token: string): Promise<boolean> {
  await lockSetup(tx)
  if (await hasUsers(tx)) return false
  return spendToken(tx, 'setup', token)
}

const lockSetup = (tx: Tx) => sql`select pg_advisory_xact_lock(${SETUP_LOCK})`.execute(tx)
