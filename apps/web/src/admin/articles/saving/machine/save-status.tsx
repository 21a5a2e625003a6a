import type { ArticleState } from '@nightdesk/contracts'
import type { DraftEditor } from '../draft-editor.ts'
import { useEditState } from '../use-draft-editor.ts'
import { isBehind, type SaveState } from './save-machine.ts'

interface SaveStatusProps {
  draftEditor: DraftEditor
  /** Of the article; undefined for one that does not exist yet. */
  state: ArticleState | undefined
}

/** Where the text is, in one of five states. "Saved" is what the server holds, in a version or in the working copy. */
export function SaveStatus({ draftEditor, state }: SaveStatusProps) {
  const status = useEditState(draftEditor, ({ save, isJournalBroken }) =>
    describe(save, state, isJournalBroken),
  )
  return (
    <p role="status" className="flex min-h-10 min-w-0 flex-wrap items-center gap-x-2 text-muted">
      <span>{status}</span>
    </p>
  )
}

function describe(save: SaveState, state: ArticleState | undefined, isJournalBroken: boolean): string {
  if (save.failure === 'conflict') return 'Conflict'
  if (save.sent) return 'Saving…'
  if (isBehind(save)) {
    const isKept = save.failure === 'offline' && !isJournalBroken
    return isKept ? 'Offline, kept on this device' : 'Unsaved changes'
  }
  const isNew = state === undefined && save.edited === 0
  return isNew ? '' : 'Saved'
}
