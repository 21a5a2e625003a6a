import { SettingsError, settingProblem } from '@nightdesk/config'
import { setupUrl } from '@nightdesk/contracts'
import { requireGoodPassword } from '@nightdesk/db'
import type { Dependencies } from '../dependencies.ts'
import type { Env } from '../env.ts'
import { createFirstAdmin, createSetupToken, hasUsers } from './setup.ts'

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
    await checkPassword(dependencies, { username, full_name }, env.ADMIN_PASSWORD)
    const password_hash = await dependencies.passwords.hash(env.ADMIN_PASSWORD)
    const isNew = await createFirstAdmin(dependencies.db, {
      username,
      full_name,
      password_hash,
    })
    return isNew ? `Created the first admin, ${username}` : null
  }
  const token = await createSetupToken(dependencies.db)
  return (
    token && `Create the first admin here (works once, for a day): ${setupUrl(dependencies.site.url, token)}`
  )
}

async function checkPassword(
  dependencies: Dependencies,
  owner: { username: string; full_name: string },
  password: string,
) {
  try {
    await requireGoodPassword(dependencies, owner, password)
  } catch (error) {
    const { message } = error as Error // whatever it throws is an Error
    throw new SettingsError([settingProblem('ADMIN_PASSWORD', message)])
  }
}

/** `ada.lovelace@example.org` → `Ada Lovelace`, until it is changed in the profile. */
function fullNameFrom(name: string) {
  const words = name
    .split('@', 1)[0]!
    .split(/[._+-]+/)
    .filter(Boolean) // split gives at least one part
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ') || name
}
