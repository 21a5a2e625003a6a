import { setupUrl } from '@nightdesk/contracts'
import { SettingsError, settingProblem } from '@nightdesk/contracts/settings'
import { requireGoodPassword } from '@nightdesk/db'
import { createFirstAdmin, createSetupToken, hasUsers } from './auth/setup.ts'
import type { Services } from './context.ts'
import type { Env } from './env.ts'

/**
 * While there are no users: creates the admin of the environment, or makes a one-time link.
 * @returns what to tell the operator, or null when there is nothing to do
 * @throws SettingsError for a password that no account may have
 */
export async function prepareFirstAdmin(services: Services, env: Env): Promise<string | null> {
  if (await hasUsers(services.db)) return null
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) {
    const username = env.ADMIN_EMAIL
    const full_name = fullNameFrom(username)
    await checkPassword(services, { username, full_name }, env.ADMIN_PASSWORD)
    const password_hash = await services.passwords.hash(env.ADMIN_PASSWORD)
    const isNew = await createFirstAdmin(services.db, {
      username,
      full_name,
      password_hash,
    })
    return isNew ? `Created the first admin, ${username}` : null
  }
  const token = await createSetupToken(services.db)
  return token && `Create the first admin here (works once, for a day): ${setupUrl(services.site.url, token)}`
}

async function checkPassword(
  services: Services,
  owner: { username: string; full_name: string },
  password: string,
) {
  try {
    await requireGoodPassword(services, owner, password)
  } catch (error) {
    const { message } = error as Error // whatever it throws is an Error
    throw new SettingsError([settingProblem('ADMIN_PASSWORD', message)])
  }
}

/** `ada.lovelace@example.org` → `Ada Lovelace`, until somebody says otherwise in the profile. */
function fullNameFrom(name: string) {
  const words = name
    .split('@', 1)[0]!
    .split(/[._+-]+/)
    .filter(Boolean) // split gives at least one part
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ') || name
}
