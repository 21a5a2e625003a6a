import { type Access, AppError, type Endpoint } from '@nightdesk/contracts'
import type { Context, SignedInContext } from '../context.ts'

const rank: Record<Access, number> = { public: 0, author: 1, editor: 2, admin: 3 }

type Rule = Pick<Endpoint, 'access' | 'isForEnrolment' | 'needsConfirmation'>

/**
 * Authorizes a caller.
 * @throws UNAUTHORIZED without a session, FORBIDDEN when the role is too low, ENROLMENT_REQUIRED without a second factor,
 * CONFIRMATION_REQUIRED when the caller may only hold a session, and not be the owner of the account
 */
export function requireAccess(ctx: Context, rule: Rule): asserts ctx is SignedInContext {
  const refusal = refusalOf(ctx, rule)
  if (refusal) throw refusal
}

/** Why a caller may not call; undefined when they may. */
export function refusalOf({ session }: Pick<Context, 'session'>, rule: Rule) {
  const { access, isForEnrolment, needsConfirmation } = rule
  if (access === 'public') return undefined
  if (!session) return new AppError('UNAUTHORIZED', 'Sign in to continue')
  if (rank[session.user.role] < rank[access])
    return new AppError('FORBIDDEN', 'Your role does not allow this')
  if (session.must_enrol && !isForEnrolment)
    return new AppError('ENROLMENT_REQUIRED', 'Your role needs a second factor. Set it up to go on.')
  if (needsConfirmation && !session.is_confirmed)
    return new AppError('CONFIRMATION_REQUIRED', 'Confirm with your password or a passkey that it is you.')
}
