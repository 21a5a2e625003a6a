import type { AdminArticle } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { PreviewButton } from '../preview/preview-button.tsx'
import { ScheduleButton } from '../schedule/schedule-button.tsx'
import { ArchiveActions } from './archive-actions.tsx'
import { PublishButton } from './publish-button.tsx'

interface DetailActionsProps {
  article: AdminArticle
  showsVersions: boolean
  onToggleVersions(): void
}

export function DetailActions({ article, showsVersions, onToggleVersions }: DetailActionsProps) {
  const { id, state } = article
  const canRestore = state === 'archived' || state === 'deleted'
  return (
    <>
      {canRestore && <ArchiveActions article={article} />}
      <Button variant="secondary" aria-expanded={showsVersions} onClick={onToggleVersions}>
        {showsVersions ? 'Hide Versions' : 'Show Versions'}
      </Button>
      {state === 'published' && (
        <a
          href={paths.article(id)}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: 'secondary' })}
        >
          View
        </a>
      )}
      {state !== 'deleted' && <PreviewButton articleId={id} />}
      {state !== 'deleted' && (
        <Link to={paths.admin.editDraft(id)} className={buttonClass({ variant: 'secondary' })}>
          Edit
        </Link>
      )}
      {state === 'draft' && (
        <Link to={paths.admin.publish(id)} className={buttonClass({ variant: 'secondary' })}>
          Check…
        </Link>
      )}
      <ScheduleButton article={article} />
      <PublishButton article={article} />
    </>
  )
}
