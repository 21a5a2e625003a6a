import { type Access, AppError, type Endpoint } from '@nightdesk/contracts'
import type { Context, SignedInContext } from '../context.ts'

const rank: Record<Access, number> = { public: 0, author: 1, editor: 2, admin: 3 }

type Rule = Pick<Endpoint, 'access' | 'isForEnrolment'>

/**
 * Authorizes a caller.
 * @throws UNAUTHORIZED without a session, FORBIDDEN when the role is too low, ENROLMENT_REQUIRED without a second factor
 */
export function requireAccess(ctx: Context, rule: Rule): asserts ctx is SignedInContext {
  const refusal = refusalOf(ctx, rule)
  if (refusal) throw refusal
}

/** Why a caller may not call; undefined when they may. */
export function refusalOf({ session }: Pick<Context, 'session'>, { access, isForEnrolment }: Rule) {
  if (access === 'public') return undefined
  if (!session) return new AppError('UNAUTHORIZED', 'Sign in to continue')
  if (rank[session.user.role] < rank[access])
    return new AppError('FORBIDDEN', 'Your role does not allow this')
  if (session.must_enrol && !isForEnrolment)
    return new AppError('ENROLMENT_REQUIRED', 'Your role needs a second factor. Set it up to go on.')
}
