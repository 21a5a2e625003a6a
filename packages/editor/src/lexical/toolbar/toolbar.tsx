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
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { $indentItems } from '../arrange/indent-items.ts'
import { moveBlocks } from '../arrange/move-blocks.ts'
import { toggleBlock } from '../blocks/block-kinds.ts'
import { CONTROL_GROUPS, type Control } from './controls.ts'
import { Icon } from './icon.tsx'
import type { SelectionState } from './selection-state.ts'

interface ToolbarProps {
  selection: SelectionState
  isLinkOpen: boolean
  onLink: () => void
  onImage: () => void
}

const CONTROLS = CONTROL_GROUPS.flatMap(({ controls }) => controls)

/** A single tab stop; the arrow keys, Home and End move between the controls. */
export function Toolbar({ selection, isLinkOpen, onLink, onImage }: ToolbarProps) {
  const [editor] = useLexicalComposerContext()
  const canUndo = useExtensionSignalValue(HistoryExtension, 'canUndo')
  const canRedo = useExtensionSignalValue(HistoryExtension, 'canRedo')
  const [tabStop, setTabStop] = useState(CONTROLS[0]?.name)

  const run = (control: Control) => {
    if (isDisabled(control)) return
    if (control.kind === 'link') onLink()
    else if (control.kind === 'image') onImage()
    else apply(editor, control, selection)
  }
  const isDisabled = (control: Control) => {
    if (control.kind === 'history') return !(control.action === 'undo' ? canUndo : canRedo)
    if (control.kind === 'indent') return selection.listLevel < (control.step === 1 ? 1 : 2)
    // Lines of code hold text only.
    return control.kind === 'link' && selection.language !== null
  }

  return (
    <div role="toolbar" aria-label="Formatting" className="editor-toolbar" onKeyDown={moveFocus}>
      {CONTROL_GROUPS.map(({ name, controls }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form’s
        <div key={name} role="group" aria-label={name} className="editor-toolbar-group">
          {controls.map((control) => (
            <ControlButton
              key={control.name}
              control={control}
              aria-pressed={pressed(control, selection)}
              aria-expanded={control.kind === 'link' ? isLinkOpen : undefined}
              aria-disabled={isDisabled(control) || undefined}
              tabIndex={control.name === tabStop ? 0 : -1}
              onFocus={() => setTabStop(control.name)}
              onClick={() => run(control)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function ControlButton({ control, ...props }: { control: Control } & ComponentProps<'button'>) {
  return (
    <button
      {...props}
      type="button"
      title={control.name}
      aria-label={control.name}
      // A press must not take the selection away from the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Sign of={control} />
    </button>
  )
}

export function Sign({ of: { sign } }: { of: Control }) {
  return 'icon' in sign ? <Icon name={sign.icon} /> : <span aria-hidden="true">{sign.letters}</span>
}

/** Applies a control to the text, except links and images, which open a form or a file chooser first. */
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

/** Undefined for controls that are not toggles. */
export function pressed(
  control: Control,
  { block, marks, align, link }: SelectionState,
): boolean | undefined {
  if (control.kind === 'block') return control.block === block
  if (control.kind === 'mark') return marks.includes(control.mark)
  if (control.kind === 'align') return control.align === align
  return control.kind === 'link' ? link !== null : undefined
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLButtonElement)) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const current = buttons.indexOf(event.target)
  const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key]
  if (target === undefined) return
  event.preventDefault()
  buttons.at(target % buttons.length)?.focus()
}
