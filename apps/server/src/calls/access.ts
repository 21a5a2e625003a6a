import { type Access, AppError } from '@nightdesk/contracts'
import type { Context, SignedInContext } from '../context.ts'

const rank: Record<Access, number> = { public: 0, author: 1, editor: 2, admin: 3 }

/** Lets a caller in, or refuses: 401 without a session, 403 when the role may not. */
export function requireAccess(ctx: Context, access: Access): asserts ctx is SignedInContext {
  const refusal = refusalOf(ctx, access)
  if (refusal) throw refusal
}

/** Why a caller is not let in; undefined when they are. */
export function refusalOf({ session }: Pick<Context, 'session'>, access: Access): AppError | undefined {
  if (access === 'public') return undefined
  if (!session) return new AppError('UNAUTHORIZED', 'Sign in to continue')
  if (rank[session.user.role] < rank[access])
    return new AppError('FORBIDDEN', 'Your role does not allow this')
}
