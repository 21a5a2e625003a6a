import type { ArticleState } from '@nightdesk/contracts'
import { lazy, type ReactNode } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { LazyBoundary } from '../../../screen/lazy-boundary.tsx'
import { measureSaveBar } from '../../../screen/measure-bar.ts'
import { keepCaret } from '../../form/keep-caret.ts'
import type { DraftEditor } from '../draft-editor.ts'
import { useEditState } from '../use-draft-editor.ts'
import { SaveStatus } from './save-status.tsx'
import { useSaveKey } from './use-save-key.ts'

// Loaded after the editor: typing does not need it.
const UnpublishedLine = lazy(async () => ({
  default: (await import('../recovery/unpublished-line.tsx')).UnpublishedLine,
}))

interface SaveBarProps {
  draftEditor: DraftEditor
  state: ArticleState | undefined
  label: `Save${string}`
  /** Called before the form is submitted. */
  onSave(): void
  /** Words and minutes of the text. */
  counts: ReactNode
}

/** Save button and status, sticky at the bottom of the window. */
export function SaveBar({ draftEditor, state, label, onSave, counts }: SaveBarProps) {
  const isSaving = useEditState(draftEditor, ({ save }) => save.sent?.kind === 'save')
  const button = useSaveKey({ isSaving, isNew: state === undefined })
  return (
    <div
      ref={measureSaveBar}
      className="save-bar sticky bottom-(--foot-height) z-10 flex flex-col gap-1 border-t border-line bg-surface px-4 py-1.5 sm:px-6"
    >
      <Warnings draftEditor={draftEditor} />
      <div className="flex items-center gap-x-4">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 text-xs">
          <SaveStatus draftEditor={draftEditor} state={state} />
          {counts}
          <LazyBoundary name="The line about unpublished changes">
            <UnpublishedLine draftEditor={draftEditor} isNew={state === undefined} />
          </LazyBoundary>
        </div>
        <Button ref={button} type="submit" isBusy={isSaving} onClick={onSave} onMouseDown={keepCaret}>
          {label}
        </Button>
      </div>
    </div>
  )
}

/** Warnings about limits, and about a broken journal. */
function Warnings({ draftEditor }: { draftEditor: DraftEditor }) {
  const limit = useEditState(draftEditor, (state) => state.limit)
  const isJournalBroken = useEditState(draftEditor, (state) => state.isJournalBroken)
  return (
    <>
      {limit && (
        <p
          role={limit.isOver ? 'alert' : 'status'}
          className={`text-xs ${limit.isOver ? 'text-danger' : 'text-warning'}`}
        >
          {limit.message}
        </p>
      )}
      {isJournalBroken && (
        <p role="alert" className="text-xs text-warning">
          This browser keeps nothing on this device. What is not saved is lost when the page is closed.
        </p>
      )}
    </>
  )
}
