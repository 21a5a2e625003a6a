import type { AdminArticle } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { formatRecent } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from './notice.tsx'

/**
 * Tells the caller about their unsaved changes, and that Publish and Schedule do not include them. Not shown in the
 * trash, where neither is possible.
 */
export function UnsavedNotice({ article }: { article: AdminArticle }) {
  const { id, state, unsaved_at, version_number } = article
  if (unsaved_at === null || state === 'deleted') return null
  return (
    <Notice
      label="Unsaved changes"
      text={`Your unsaved changes from ${formatRecent(unsaved_at)} are not shown here.`}
      warning={
        (state === 'draft' && `Publish and Schedule send out version ${version_number} without them.`) ||
        (state === 'published' && 'Readers do not see them before you save.')
      }
    >
      <Link to={paths.admin.editDraft(id)} className={buttonClass({ size: 'sm' })}>
        Continue writing
      </Link>
    </Notice>
  )
}
