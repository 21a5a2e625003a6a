import type { AdminArticleSummary } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { paths } from '../../../../paths.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { ArchiveActions } from '../../detail/archive-actions.tsx'
import { usePublish } from '../../detail/use-publish.ts'

const rowLink = buttonClass({ variant: 'secondary', size: 'sm' })

export function RowActions({ article }: { article: AdminArticleSummary }) {
  const { id, state } = article
  return (
    <div className="relative flex gap-1 bg-inherit">
      <Link to={paths.admin.draft(id)} className={rowLink}>
        View
      </Link>
      {state !== 'deleted' && (
        <Link to={paths.admin.editDraft(id)} className={rowLink}>
          Edit
        </Link>
      )}
      <PublishAction article={article} />
      <ArchiveActions article={article} asMenu />
    </div>
  )
}

/**
 * Publish or Unpublish. In a table it is laid over the date while the pointer or the focus is in the row, because its
 * width belongs to the title otherwise. A touch screen shows it always.
 */
function PublishAction({ article }: { article: AdminArticleSummary }) {
  const { title, state } = article
  const { publish, unpublish, isPending } = usePublish(article)
  if (state !== 'draft' && state !== 'published') return null
  const label = state === 'draft' ? 'Publish' : 'Unpublish'
  return (
    <span
      className={
        'as-table:pointer-fine:absolute as-table:pointer-fine:right-full as-table:pointer-fine:w-32 ' +
        'as-table:pointer-fine:bg-inherit as-table:pointer-fine:pr-1 as-table:pointer-fine:text-right ' +
        'as-table:pointer-fine:not-group-hover/row:not-group-focus-within/row:opacity-0'
      }
    >
      <Button
        variant="secondary"
        size="sm"
        isBusy={isPending}
        aria-label={`${label} ${title}`}
        onClick={state === 'draft' ? publish : unpublish}
      >
        {label}
      </Button>
    </span>
  )
}
