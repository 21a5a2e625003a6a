import { AppError } from '@nightdesk/contracts'
import type { CurrentUser } from '../context.ts'

/** @throws FORBIDDEN for authors, unless the person is themselves */
export function requireOwn(user: CurrentUser, person: { user_id: number | null }): void {
  if (user.role !== 'author' || person.user_id === user.id) return
  throw new AppError('FORBIDDEN', 'Only editors can change other people.')
}
