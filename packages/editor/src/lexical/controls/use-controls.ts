import { HistoryExtension } from '@lexical/history'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useExtensionSignalValue } from '@lexical/react/useExtensionSignalValue'
import {
  FORMAT_ELEMENT_COMMAND,
  FORMAT_TEXT_COMMAND,
  type LexicalEditor,
  REDO_COMMAND,
  UNDO_COMMAND,
} from 'lexical'
import { $indentItems } from '../arrange/indent-items.ts'
import { moveBlocks } from '../arrange/move-blocks.ts'
import { BLOCK_KINDS, toggleBlock } from '../blocks/block-kinds.ts'
import { OPEN_FIND_COMMAND } from '../find/open-find.ts'
import { INSERT_FOOTNOTE_COMMAND } from '../footnotes/commands.ts'
import { CHOOSE_IMAGES_COMMAND } from '../uploads/commands.ts'
import type { Control } from './controls.ts'
import type { SelectionState } from './selection-state.ts'

export interface Controls {
  isDisabled(control: Control): boolean
  /** Does nothing if the control is disabled. */
  run(control: Control): void
}

/** What the controls do to the text, and which of them can do nothing now. */
export function useControls(selection: SelectionState, onLink: () => void): Controls {
  const [editor] = useLexicalComposerContext()
  const canUndo = useExtensionSignalValue(HistoryExtension, 'canUndo')
  const canRedo = useExtensionSignalValue(HistoryExtension, 'canRedo')

  function isDisabled(control: Control): boolean {
    if (control.kind === 'history') return !(control.action === 'undo' ? canUndo : canRedo)
    if (control.kind === 'indent') return selection.listLevel < (control.step === 1 ? 1 : 2)
    if (control.kind === 'block') return BLOCK_KINDS[selection.block].isFixed === true
    // Lines of code hold text only.
    return (control.kind === 'link' || control.kind === 'footnote') && selection.language !== null
  }
  function run(control: Control): void {
    if (isDisabled(control)) return
    if (control.kind === 'link') onLink()
    else if (control.kind === 'find') editor.dispatchCommand(OPEN_FIND_COMMAND, undefined)
    else if (control.kind === 'image') editor.dispatchCommand(CHOOSE_IMAGES_COMMAND, undefined)
    else if (control.kind === 'footnote') editor.dispatchCommand(INSERT_FOOTNOTE_COMMAND, undefined)
    else apply(editor, control, selection)
  }
  return { isDisabled, run }
}

/** Does what a control does to the text; links, images and finding ask something first and are not among them. */
export function apply(editor: LexicalEditor, control: Control, selection: SelectionState): void {
  if (control.kind === 'history') {
    editor.dispatchCommand(control.action === 'undo' ? UNDO_COMMAND : REDO_COMMAND, undefined)
  } else if (control.kind === 'mark') editor.dispatchCommand(FORMAT_TEXT_COMMAND, control.mark)
  else if (control.kind === 'block') toggleBlock(editor, control.block, selection.block)
  else if (control.kind === 'align') {
    editor.dispatchCommand(FORMAT_ELEMENT_COMMAND, selection.align === control.align ? '' : control.align)
  } else if (control.kind === 'indent') editor.update(() => $indentItems(editor, control.step))
  else if (control.kind === 'move') moveBlocks(editor, control.direction)
}

/** Undefined for controls that are not switches. */
export function pressed(
  control: Control,
  { block, marks, align, link }: SelectionState,
): boolean | undefined {
  if (control.kind === 'block') return control.block === block
  if (control.kind === 'mark') return marks.includes(control.mark)
  if (control.kind === 'align') return control.align === align
  return control.kind === 'link' ? link !== null : undefined
}
