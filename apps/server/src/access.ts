import { type Access, AppError } from '@nightdesk/contracts'
import type { Context, SignedInContext } from './context.ts'

const rank: Record<Access, number> = { public: 0, author: 1, editor: 2, admin: 3 }

/** Lets a caller in, or refuses: 401 without a session, 403 when the role may not. */
export function requireAccess(ctx: Context, access: Access): asserts ctx is SignedInContext {
  if (access === 'public') return
  if (!ctx.session) throw new AppError('UNAUTHORIZED', 'Sign in to continue')
  if (rank[ctx.session.user.role] < rank[access]) {
    throw new AppError('FORBIDDEN', 'Your role does not allow this')
  }
}
