import { type auth, oneTimeUrl } from '@nightdesk/contracts'
import { issueToken } from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import type { Handler } from '../calls/handlers.ts'
import type { Context } from '../context.ts'
import { consume } from '../http/limits.ts'
import { resetLetter } from '../mail/letters.ts'
import { type ActiveAccount, findActive } from './active-account.ts'
import { attemptLimits, FORGOTTEN } from './attempts.ts'

export const recovery: Handler<typeof auth.recovery> = async ({ mailer }) => ({ by_mail: mailer.isOn })

export const forgotPassword: Handler<typeof auth.forgotPassword> = async (ctx, { username }) => {
  const account = await findActive(ctx, username)
  // Every use counts, so that nobody can fill a mailbox.
  await consume(ctx, await attemptLimits(ctx, FORGOTTEN, username))
  // After the answer, so that its time does not tell whether the account exists.
  ctx.background.run(ctx.log, () => mailReset(ctx, account))
}

async function mailReset(ctx: Context, account: ActiveAccount | undefined) {
  const isMailed = account !== undefined && ctx.mailer.isOn
  const target = account ? `user:${account.id}` : 'session'
  const issued = await ctx.db.transaction().execute(async (tx) => {
    await audit(tx, ctx, 'password.forgotten', target, { is_mailed: isMailed })
    return isMailed ? issueToken(tx, 'reset', account.id) : null
  })
  if (!account || !issued) return
  const url = oneTimeUrl(ctx.site.url, 'reset', issued.token)
  const letter = resetLetter({ name: account.full_name, site: ctx.site.name, url })
  await ctx.mailer.send(ctx.log, account.username, letter)
}
