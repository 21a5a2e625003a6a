import { FACTOR_METHODS, type FactorMethod } from '@nightdesk/contracts'
import type { Context } from '../context.ts'
import { passkeyProblem } from './passkey-address.ts'

/**
 * How an account completes a sign-in after the password; null without a second factor. Empty when all that is left is a
 * passkey, which the address of the site no longer allows.
 */
export async function methodsOf({ db, site }: Context, userId: number): Promise<FactorMethod[] | null> {
  const has = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('passkeys').where('user_id', '=', userId).select('id')).as('passkey'),
      exists(selectFrom('totp_secrets').where('user_id', '=', userId).select('user_id')).as('totp'),
      exists(selectFrom('recovery_codes').where('user_id', '=', userId).select('user_id')).as(
        'recovery_code',
      ),
    ])
    .executeTakeFirstOrThrow()
  if (!has.passkey && !has.totp) return null
  const canUsePasskeys = passkeyProblem(site.url) === null
  return FACTOR_METHODS.filter((method) => has[method] && (method !== 'passkey' || canUsePasskeys))
}
