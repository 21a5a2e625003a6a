import {
  conflict,
  type InviteLink,
  type LinkKind,
  oneTimeUrl,
  type User,
  type users,
} from '@nightdesk/contracts'
import { type IssuedToken, issueToken, listFactors, lockUser, revokeTokens } from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import type { Handler } from '../calls/handlers.ts'
import type { SignedInContext } from '../context.ts'
import { inviteLetter } from '../mail/letters.ts'

export const inviteLink: Handler<typeof users.inviteLink> = async (ctx, { id }) => {
  const { user, issued } = await issueFor(ctx, id, 'invite')
  return deliverInvite(ctx, user, issued)
}

export const resetLink: Handler<typeof users.resetLink> = async (ctx, { id }) => {
  // The profile asks for the current password; with a stolen session, this link would get around it.
  if (id === ctx.session.user.id) throw conflict('Change your own password in your profile')
  const { issued, factors } = await issueFor(ctx, id, 'reset')
  return { url: oneTimeUrl(ctx.site.url, 'reset', issued.token), expires_at: issued.expires_at, ...factors }
}

/** After the commit: mails the invitation if the site can, and returns it in any case. */
export async function deliverInvite(
  ctx: SignedInContext,
  { username, full_name }: User,
  { token, expires_at }: IssuedToken,
): Promise<InviteLink> {
  const url = oneTimeUrl(ctx.site.url, 'invite', token)
  const from = ctx.session.user.full_name
  const letter = inviteLetter({ name: full_name, site: ctx.site.name, url, from })
  return { url, expires_at, mail: await ctx.mailer.send(ctx.log, username, letter) }
}

/** A new link. Earlier links stop working. */
const issueFor = (ctx: SignedInContext, id: number, kind: LinkKind) =>
  ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id)
    requireFitting(user, kind)
    await revokeTokens(tx, id)
    const issued = await issueToken(tx, kind, id)
    await audit(tx, ctx, `user.${kind}-link`, `user:${id}`)
    const factors = await listFactors(tx, id)
    // The mail state of an invitation is added after the commit.
    ctx.checkAnswer({ url: '', expires_at: issued.expires_at, mail: 'off', ...factors })
    return { user, issued, factors }
  })

function requireFitting({ status, is_invited }: User, kind: LinkKind) {
  if (status !== 'active') throw conflict('This account is not active. Enable it first.')
  if (kind === 'invite' && !is_invited) throw conflict('This person has already accepted an invitation.')
  if (kind === 'reset' && is_invited) throw conflict('This person has not accepted the invitation yet.')
}
