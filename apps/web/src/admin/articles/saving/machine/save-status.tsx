import type { ArticleState } from '@nightdesk/contracts'
import type { DraftEditor } from '../draft-editor.ts'
import { useEditState } from '../use-draft-editor.ts'
import { isBehind, type SaveState } from './save-machine.ts'

interface SaveStatusProps {
  draftEditor: DraftEditor
  /** Of the article; undefined before the first save. */
  state: ArticleState | undefined
}

/** One of five states. "Saved" means that the server has the text, in a version or in the working copy. */
export function SaveStatus({ draftEditor, state }: SaveStatusProps) {
  const status = useEditState(draftEditor, ({ save, isJournalBroken }) =>
    describe(save, state, isJournalBroken),
  )
  return (
    <p role="status" className={`text-muted empty:-mr-4 ${status === SAVED ? 'saved' : ''}`}>
      {status}
    </p>
  )
}

const SAVED = 'Saved'

function describe(save: SaveState, state: ArticleState | undefined, isJournalBroken: boolean): string {
  if (save.failure === 'conflict') return 'Conflict'
  if (save.sent) return 'Saving…'
  if (isBehind(save)) {
    const isJournaled = save.failure === 'offline' && !isJournalBroken
    return isJournaled ? 'Offline, kept on this device' : 'Unsaved changes'
  }
  const isNew = state === undefined && save.edited === 0
  return isNew ? '' : SAVED
}
