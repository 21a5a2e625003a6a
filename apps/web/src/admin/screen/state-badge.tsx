import type { AdminArticleSummary, ArticleState } from '@nightdesk/contracts'
import { formatDateTime, formatShortDate } from '../../format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Record<ArticleState, Tone> = {
  published: 'success',
  draft: 'warning',
  archived: 'neutral',
  deleted: 'danger',
}

export function StateBadge({ state }: { state: ArticleState }) {
  return <Badge tone={tones[state]}>{state}</Badge>
}

/** Shown beside the state of an article whose text the caller has changed since its newest version. */
export function ChangesBadge({ article }: { article: Pick<AdminArticleSummary, 'state' | 'unsaved_at'> }) {
  if (article.unsaved_at === null) return null
  return <Badge tone="info">{article.state === 'published' ? 'Unpublished changes' : 'Changes kept'}</Badge>
}

/** Shown beside the state of a scheduled draft. */
export function ScheduledBadge({ at, isShort = false }: { at: string | null; isShort?: boolean }) {
  if (at === null) return null
  const text = isShort ? `Scheduled for ${formatShortDate(at)}` : `Scheduled for ${formatDateTime(at)}`
  return <Badge tone="info">{text}</Badge>
}
