import { type MouseEvent, type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { MODAL } from '../../screen/focus-mode.ts'
import { letterOf, useDocumentKeys } from '../../screen/keys.ts'
import { measureSaveBar } from '../../screen/measure-bar.ts'
import type { EditState } from './draft-editor.ts'
import { isBehind } from './save-machine.ts'
import { useEditState, useWriting } from './writing-context.tsx'

interface SaveBarProps {
  /** Called before the form is submitted. */
  onSave(): void
  /** Words and minutes of the text. */
  counts: ReactNode
}

/** Save button and status, sticky at the bottom of the window. */
export function SaveBar({ onSave, counts }: SaveBarProps) {
  const { isNew } = useWriting()
  const isSaving = useEditState(({ save }) => save.sent?.kind === 'save')
  const status = useEditState((state) => describe(state, isNew))
  const isCreated = useEditState(({ save }) => !isNew || save.saved > 0)
  const button = useSaveKey({ isSaving, isCreated })
  return (
    <div
      ref={measureSaveBar}
      className="save-bar sticky bottom-(--foot-height) z-10 flex flex-col gap-1 border-t border-line bg-surface px-4 py-1.5 sm:px-6"
    >
      <Warnings />
      <div className="flex items-center gap-x-4">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 text-xs">
          <p role="status" className={`text-muted empty:-mr-4 ${status === KEPT ? 'kept' : ''}`}>
            {status}
          </p>
          {counts}
        </div>
        <Button
          variant="primary"
          ref={button}
          type="submit"
          isBusy={isSaving}
          onClick={onSave}
          onMouseDown={keepCaret}
        >
          Save
        </Button>
      </div>
    </div>
  )
}

const KEPT = 'Kept'

/** One of seven states. "Kept" means that the server has the text, in a version or in the working copy. */
function describe({ save, isJournalBroken }: EditState, isNew: boolean): string {
  if (save.failure === 'conflict') return 'Conflict'
  if (save.sent) return save.sent.kind === 'save' ? 'Saving…' : 'Keeping…'
  const isOffline = save.failure === 'offline'
  if (isBehind(save) && (!isOffline || isJournalBroken)) return 'Not kept yet'
  if (isOffline && save.isSaveQueued) return 'Offline, saved when the line is back'
  if (isBehind(save)) return 'Offline, kept on this device'
  return isNew && save.edited === 0 ? '' : KEPT
}

function Warnings() {
  const limit = useEditState((state) => state.limit)
  const isJournalBroken = useEditState((state) => state.isJournalBroken)
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
          This browser keeps nothing on this device. What the server does not have is lost when the page is
          closed.
        </p>
      )}
    </>
  )
}

/**
 * ⌘S or Ctrl+S clicks the returned button from any field, and never opens the browser's own dialog. During a save, when
 * the button is disabled, it queues another save, except while an article is created: that would create two.
 */
function useSaveKey({ isSaving, isCreated }: { isSaving: boolean; isCreated: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  function press() {
    if (!isSaving) button.current?.click()
    else if (isCreated) button.current?.form?.requestSubmit()
  }
  useDocumentKeys((event) => {
    const isSaveKey = letterOf(event) === 's' && (event.metaKey || event.ctrlKey)
    if (!isSaveKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (event.repeat || document.querySelector(MODAL)) return
    const giveBack = commitInput()
    if (!giveBack) return press()
    setTimeout(() => {
      giveBack()
      press()
    })
  })
  return button
}

/**
 * Blurs the focused input, as that commits a typed tag.
 *
 * @returns what gives it the focus back, unless something else has it by then; undefined if no input has it
 */
export function commitInput(): (() => void) | undefined {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement)) return undefined
  field.blur()
  return () => {
    if (document.activeElement !== document.body) return // It may be another element by now.
    ;(document.getElementById(field.id) ?? field).focus()
  }
}

/**
 * For buttons beside the text: keeps the caret in the text when they are pressed. A focused input is blurred as usual,
 * because that commits its value.
 */
export function keepCaret(event: MouseEvent) {
  if (document.activeElement instanceof HTMLElement && document.activeElement.isContentEditable)
    event.preventDefault()
}
