import { type Access, AppError } from '@nightdesk/contracts'
import type { Context, SignedInContext } from '../context.ts'

const rank: Record<Access, number> = { public: 0, author: 1, editor: 2, admin: 3 }

/** Authorizes a caller. @throws UNAUTHORIZED without a session, FORBIDDEN when the role is too low */
export function requireAccess(ctx: Context, access: Access): asserts ctx is SignedInContext {
  const refusal = refusalOf(ctx, access)
  if (refusal) throw refusal
}

/** Why a caller may not call; undefined when they may. */
export function refusalOf({ session }: Pick<Context, 'session'>, access: Access): AppError | undefined {
  if (access === 'public') return undefined
  if (!session) return new AppError('UNAUTHORIZED', 'Sign in to continue')
  if (rank[session.user.role] < rank[access])
    return new AppError('FORBIDDEN', 'Your role does not allow this')
}
