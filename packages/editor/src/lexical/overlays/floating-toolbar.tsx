import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import {
  $getSelection,
  $isRangeSelection,
  BLUR_COMMAND,
  COMMAND_PRIORITY_LOW,
  FOCUS_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from 'lexical'
import { useLayoutEffect, useRef } from 'react'
import type { BlockKind } from '../blocks/block-kinds.ts'
import { CONTROL_GROUPS, type Control } from '../controls/controls.ts'
import { type SelectionState, subscribeToSelection } from '../controls/selection-state.ts'
import { Sign } from '../controls/sign.tsx'
import { apply, pressed } from '../controls/use-controls.ts'
import { OPEN_LINK_COMMAND } from '../link/open-link.ts'
import { clearArea } from '../viewport/clear-area.ts'

const BLOCKS: readonly BlockKind[] = ['heading-two', 'heading-three', 'block-quote']
const CONTROLS = CONTROL_GROUPS.flatMap(({ controls }) => controls).filter(isFloating)
/** Pixels. */
const GAP = 8

/**
 * Controls above selected text, for pointers. The toolbar has the same controls for keyboards and screen readers, so it is
 * hidden from them; on narrow screens it is hidden, because the system shows its own menu at the selection.
 */
export function FloatingToolbar() {
  const [editor] = useLexicalComposerContext()
  const isShown = useLexicalSubscription(subscribeToSelectedText)
  const selection = useLexicalSubscription(subscribeToSelection)
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (bar.current) place(editor, bar.current)
  })

  if (!isShown || selection.language !== null) return null
  return (
    <div
      ref={bar}
      aria-hidden="true"
      className="editor-floating"
      // A press must not take the selection away from the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      {CONTROLS.map((control) => (
        <button
          key={control.name}
          type="button"
          tabIndex={-1}
          title={control.name}
          data-pressed={pressed(control, selection) || undefined}
          onClick={() => run(editor, control, selection)}
        >
          <Sign of={control} />
        </button>
      ))}
    </div>
  )
}

function isFloating(control: Control): boolean {
  if (control.kind === 'block') return BLOCKS.includes(control.block)
  return control.kind === 'link' || (control.kind === 'mark' && control.mark !== 'underline')
}

function run(editor: LexicalEditor, control: Control, selection: SelectionState): void {
  if (control.kind === 'link') editor.update(() => void editor.dispatchCommand(OPEN_LINK_COMMAND, undefined))
  else apply(editor, control, selection)
}

/** Above the selection, or below it if a bar or the edge of the window would cover it. */
function place(editor: LexicalEditor, bar: HTMLElement): void {
  const selected = getSelection()
  const frame = bar.offsetParent?.getBoundingClientRect()
  if (!selected?.rangeCount || !frame) return
  const { top, bottom, left, width } = selected.getRangeAt(0).getBoundingClientRect()
  const above = top - bar.offsetHeight - GAP
  const isCovered = above < clearArea(editor).top
  bar.style.top = `${(isCovered ? bottom + GAP : above) - frame.top}px`
  const middle = left + width / 2 - frame.left - bar.offsetWidth / 2
  bar.style.left = `${Math.max(GAP, Math.min(middle, frame.width - bar.offsetWidth - GAP))}px`
}

/** For `useLexicalSubscription`: whether text is selected in the field that has the focus. */
function subscribeToSelectedText(editor: LexicalEditor) {
  const $isSelected = () => {
    const selection = $getSelection()
    return $isRangeSelection(selection) && !selection.isCollapsed()
  }
  return {
    initialValueFn: () => false,
    subscribe: (callback: (isSelected: boolean) => void) => {
      const tell = (isFocused: boolean) => {
        callback(isFocused && editor.getEditorState().read($isSelected))
        return false
      }
      return mergeRegister(
        editor.registerUpdateListener(() => void tell(document.activeElement === editor.getRootElement())),
        editor.registerCommand(FOCUS_COMMAND, () => tell(true), COMMAND_PRIORITY_LOW),
        editor.registerCommand(BLUR_COMMAND, () => tell(false), COMMAND_PRIORITY_LOW),
      )
    },
  }
}
