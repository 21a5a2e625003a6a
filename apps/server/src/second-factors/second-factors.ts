import type { secondFactors as contract } from '@nightdesk/contracts'
import { listFactors, needsSecondFactor } from '@nightdesk/db'
import type { Handler, Handlers } from '../calls/handlers.ts'
import { passkeyProblem } from '../factors/passkey-address.ts'
import { renewCodes } from './change.ts'
import { confirm, confirmationOptions, confirmWithPasskey } from './confirm.ts'
import { addPasskey, passkeyOptions, removePasskey, renamePasskey } from './passkeys.ts'
import { roles, setRoles } from './roles.ts'
import { addTotp, removeTotp, startTotp } from './totp.ts'

const get: Handler<typeof contract.get> = async ({ db, session, site }) => {
  const { id } = session.user
  const { recovery_codes, is_required } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(({ selectFrom, fn }) =>
      selectFrom('recovery_codes')
        .where('user_id', '=', id)
        .select(fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('recovery_codes'),
    )
    .select(needsSecondFactor.as('is_required'))
    .executeTakeFirstOrThrow()
  const passkey_problem = passkeyProblem(site.url)
  return { ...(await listFactors(db, id)), recovery_codes, is_required, passkey_problem }
}

export const secondFactors: Handlers<typeof contract> = {
  get,
  confirm,
  confirmationOptions,
  confirmWithPasskey,
  passkeyOptions,
  addPasskey,
  renamePasskey,
  removePasskey,
  startTotp,
  addTotp,
  removeTotp,
  renewRecoveryCodes: renewCodes,
  roles,
  setRoles,
}
