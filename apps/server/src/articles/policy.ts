import type { ArticleState } from '@nightdesk/contracts'
import { conflict } from '@nightdesk/contracts'
import type { CurrentUser } from '../context.ts'

/** Authors see only their own articles. For them, other articles do not exist. */
export const canSee = (user: CurrentUser, article: { author_id: number }) =>
  user.role !== 'author' || article.author_id === user.id

export type Transition = 'publish' | 'unpublish' | 'archive' | 'restore' | 'delete'

const transitions: Record<Transition, { from: readonly ArticleState[]; to: ArticleState }> = {
  publish: { from: ['draft'], to: 'published' },
  unpublish: { from: ['published'], to: 'draft' },
  archive: { from: ['draft', 'published'], to: 'archived' },
  restore: { from: ['archived', 'deleted'], to: 'draft' },
  delete: { from: ['draft', 'published', 'archived'], to: 'deleted' },
}

/**
 * The state after a transition. Asking for the current state changes nothing.
 * @throws CONFLICT when the transition is not possible from this state
 */
export function stateAfter(move: Transition, state: ArticleState): ArticleState {
  const { from, to } = transitions[move]
  if (state !== to && !from.includes(state)) throw conflict(`You cannot ${move} an article that is ${state}`)
  return to
}

/** @throws CONFLICT for an article in the trash */
export function requireEditable({ state }: { state: ArticleState }): void {
  if (state === 'deleted') throw conflict('This article is in the trash. Restore it to edit it.')
}

/** @throws CONFLICT unless the article is a draft: every save of a published article is public at once */
export function requireSchedulable({ state }: { state: ArticleState }): void {
  if (state === 'published') throw conflict('This article is public already. What you save goes out at once.')
  if (state !== 'draft') throw conflict(`You cannot schedule an article that is ${state}. Restore it first.`)
}
