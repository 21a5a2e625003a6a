import { AppError, type auth, type LinkKind } from '@nightdesk/contracts'
import {
  claimToken,
  EVERYTHING,
  findTokenOwner,
  listFactors,
  requireGoodPassword,
  setPassword,
  type Tx,
} from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import type { Handler } from '../calls/handlers.ts'
import type { Context } from '../context.ts'
import { passwordChangedLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/notify-of.ts'
import { withInvalidation } from '../transactions/with-invalidation.ts'
import { rememberNetwork } from './attempts.ts'
import { openSession } from './sessions.ts'

export const readLink: Handler<typeof auth.readLink> = async (ctx, { kind, token }) => {
  const { username, full_name, expires_at } = await requireOwner(ctx, kind, token)
  return { username, full_name, expires_at }
}

export const acceptInvite: Handler<typeof auth.acceptInvite> = async (
  ctx,
  { token, full_name, password },
) => {
  const password_hash = await hashFor(ctx, 'invite', token, password, full_name)
  // Public pages show an author’s name.
  return withInvalidation(ctx, async (tx, invalidate) => {
    invalidate(EVERYTHING)
    const owner = await requireClaim(tx, 'invite', token)
    await tx.updateTable('users').set({ full_name }).where('id', '=', owner.id).execute()
    await setPassword(tx, owner.id, password_hash)
    await audit(tx, ctx, 'invite.accept', `user:${owner.id}`, {}, owner.id)
    return openSession(tx, ctx, { ...owner, full_name })
  })
}

export const resetPassword: Handler<typeof auth.resetPassword> = async (ctx, { token, password }) => {
  const password_hash = await hashFor(ctx, 'reset', token, password)
  const { owner, factors } = await ctx.db.transaction().execute(async (tx) => {
    const claimed = await requireClaim(tx, 'reset', token)
    await setPassword(tx, claimed.id, password_hash)
    // The owner has the link, and signs in next.
    await rememberNetwork(tx, ctx, claimed.id)
    await audit(tx, ctx, 'password.reset', `user:${claimed.id}`, {}, claimed.id)
    return { owner: claimed, factors: ctx.checkAnswer(await listFactors(tx, claimed.id)) }
  })
  notifyOf(ctx, owner, passwordChangedLetter)
  return factors
}

/** The link is checked before hashing, so that strangers cannot make the server hash, and used up after. */
async function hashFor(ctx: Context, kind: LinkKind, token: string, password: string, newName?: string) {
  const { username, full_name } = await requireOwner(ctx, kind, token)
  await requireGoodPassword(ctx, { username, full_name: newName ?? full_name }, password)
  return ctx.passwords.hash(password)
}

async function requireOwner({ db }: Context, kind: LinkKind, token: string) {
  const owner = await findTokenOwner(db, kind, token)
  if (!owner) throw linkGone()
  return owner
}

async function requireClaim(tx: Tx, kind: LinkKind, token: string) {
  const owner = await claimToken(tx, kind, token)
  if (!owner) throw linkGone()
  return owner
}

const linkGone = () =>
  new AppError('NOT_FOUND', 'This link is not valid any more. It works once, and only for a while.')
