import type { ArticleState } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'

interface NoArticlesProps {
  state: ArticleState | undefined
  q: string | undefined
  /** The list is filtered by a tag. */
  isTagged: boolean
  /** The list shows only articles with dead links. */
  hasDeadLinks: boolean
  page: number
  onClear(): void
}

/** Empty state: there are no articles, or none that match the filters. */
export function NoArticles({ state, q, isTagged, hasDeadLinks, page, onClear }: NoArticlesProps) {
  if (q || state || isTagged || hasDeadLinks || page > 1) {
    return (
      <EmptyState
        title={describeNone({ state, q, isTagged, hasDeadLinks })}
        help={state === 'deleted' && !q ? TRASH : undefined}
      >
        <Button variant="secondary" onClick={onClear}>
          {q ? 'Clear' : 'Show all articles'}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No articles available" help="What you write is a draft until you publish it.">
      <Link to={paths.admin.newDraft} className={buttonClass()}>
        Create Your First Article
      </Link>
    </EmptyState>
  )
}

const TRASH = 'Deleted articles are kept here for 30 days.'

const names: Record<ArticleState, string> = {
  draft: 'drafts',
  published: 'published articles',
  archived: 'archived articles',
  deleted: 'articles in the trash',
}

type Filters = Pick<NoArticlesProps, 'state' | 'q' | 'isTagged' | 'hasDeadLinks'>

function describeNone({ state, q, isTagged, hasDeadLinks }: Filters): string {
  const ending = [
    ...(isTagged ? [' with this tag'] : []),
    ...(hasDeadLinks ? [' with dead links'] : []),
  ].join(' and')
  const articles = `${state ? names[state] : 'articles'}${ending}`
  if (q) return `No ${articles} match “${q}”`
  return state || ending ? `No ${articles}` : 'No articles on this page'
}
