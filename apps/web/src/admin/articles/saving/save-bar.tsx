import type { ArticleState } from '@nightdesk/contracts'
import { lazy } from 'react'
import { Button } from '../../../ui/button.tsx'
import { measureSaveBar } from '../../layout/measure-bar.ts'
import { Part } from '../../layout/part.tsx'
import { keepCaret } from '../keep-caret.ts'
import { SaveStatus } from './save-status.tsx'
import { useSaveKey } from './use-save-key.ts'
import { useWritingView } from './use-writing.ts'
import type { Writing } from './writing.ts'

// Typing does not need it.
const UnpublishedLine = lazy(async () => ({
  default: (await import('./unpublished-line.tsx')).UnpublishedLine,
}))

interface SaveBarProps {
  writing: Writing
  state: ArticleState | undefined
  label: `Save${string}`
  /** Called before the form is submitted. */
  onSave(): void
}

/** Always in reach, below a text of any length. */
export function SaveBar({ writing, state, label, onSave }: SaveBarProps) {
  const isSaving = useWritingView(writing, ({ save }) => save.sent?.kind === 'save')
  const button = useSaveKey({ isSaving, isNew: state === undefined })
  return (
    <div
      ref={measureSaveBar}
      className="save-bar sticky bottom-(--foot-height) z-10 flex flex-col gap-2 border-t border-line bg-bg py-3"
    >
      <Warnings writing={writing} />
      <Part name="The line about unpublished changes">
        <UnpublishedLine writing={writing} isNew={state === undefined} />
      </Part>
      <div className="flex items-center justify-between gap-3">
        <SaveStatus writing={writing} state={state} />
        <Button
          ref={button}
          type="submit"
          size="lg"
          isBusy={isSaving}
          onClick={onSave}
          onMouseDown={keepCaret}
        >
          {label}
        </Button>
      </div>
    </div>
  )
}

/** What the writer should know before the text grows further. */
function Warnings({ writing }: { writing: Writing }) {
  const limit = useWritingView(writing, (view) => view.limit)
  const isJournalBroken = useWritingView(writing, (view) => view.isJournalBroken)
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
