import type { AdminArticle } from '@nightdesk/contracts'
import { Link } from 'react-router'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../detail/notice.tsx'
import { countNotes } from './notes-button.tsx'
import { isOpen, useNotes } from './use-notes.ts'

/** Says how many notes of readers are open, and leads to them. */
export function NotesNotice({ article: { id, state } }: { article: AdminArticle }) {
  const count = useNotes(id)?.filter(isOpen).length ?? 0
  if (count === 0 || state === 'deleted') return null
  return (
    <Notice label="Notes of readers" text={`Readers of a preview left ${countNotes(count)}.`} warning={false}>
      <Link to={`${paths.admin.editDraft(id)}?notes=1`} className={buttonClass({ size: 'sm' })}>
        Read the notes
      </Link>
    </Notice>
  )
}
