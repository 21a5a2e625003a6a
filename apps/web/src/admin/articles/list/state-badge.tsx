import type { ArticleState } from '@nightdesk/contracts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

const tones: Record<ArticleState, Tone> = {
  published: 'success',
  draft: 'warning',
  archived: 'neutral',
  deleted: 'danger',
}

export function StateBadge({ state }: { state: ArticleState }) {
  return <Badge tone={tones[state]}>{state}</Badge>
}
