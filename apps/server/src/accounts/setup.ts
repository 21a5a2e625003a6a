import { SettingsError, settingProblem } from '@nightdesk/config'
import { oneTimeUrl } from '@nightdesk/contracts'
import {
  createUser,
  type Db,
  issueToken,
  requireGoodPassword,
  spendToken,
  type Tx,
  writeAudit,
} from '@nightdesk/db'
import { sql } from 'kysely'
import type { Dependencies } from '../context.ts'
import type { Env } from '../env.ts'

/** Serialises everything that depends on there being no user yet. */
const SETUP_LOCK = 7_113_001

export async function hasUsers(db: Db | Tx): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return row !== undefined
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

/**
 * While there are no users: creates the admin of the environment, or a one-time link.
 * @returns a notice for the operator, or null when there is nothing to do
 * @throws SettingsError when the password is not allowed
 */
export async function prepareFirstAdmin(dependencies: Dependencies, env: Env): Promise<string | null> {
  if (await hasUsers(dependencies.db)) return null
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) {
    const username = env.ADMIN_EMAIL
    const full_name = fullNameFrom(username)
    await requireGoodPassword(dependencies, { username, full_name }, env.ADMIN_PASSWORD).catch(
      (error: Error) => {
        throw new SettingsError([settingProblem('ADMIN_PASSWORD', error.message)])
      },
    )
    const password_hash = await dependencies.passwords.hash(env.ADMIN_PASSWORD)
    const isNew = await dependencies.db.transaction().execute(async (tx) => {
      await lockSetup(tx)
      if (await hasUsers(tx)) return false
      const { id } = await createUser(tx, { username, full_name, password_hash, role: 'admin' })
      await writeAudit(tx, { action: 'setup', target: `user:${id}`, detail: { by: 'operator' } })
      return true
    })
    return isNew ? `Created the first admin, ${username}` : null
  }
  const token = await createSetupToken(dependencies.db)
  return (
    token &&
    `Create the first admin here (works once, for a day): ${oneTimeUrl(dependencies.site.url, 'setup', token)}`
  )
}

/** `ada.lovelace@example.org` → `Ada Lovelace`, until it is changed in the profile. */
function fullNameFrom(name: string) {
  const [local = ''] = name.split('@', 1)
  const words = local.split(/[._+-]+/).filter(Boolean)
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ') || name
}
