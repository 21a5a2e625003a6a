import { $isCodeNode } from '@lexical/code-core'
import { $isLinkNode } from '@lexical/link'
import { ALIGNMENTS, MARKS } from '@nightdesk/contracts'
import {
  $getSelection,
  $isRangeSelection,
  type ElementFormatType,
  FORMAT_ELEMENT_COMMAND,
  FORMAT_TEXT_COMMAND,
  type LexicalEditor,
  type LexicalNode,
  REDO_COMMAND,
  UNDO_COMMAND,
} from 'lexical'
import type { KeyboardEvent } from 'react'
import { MARK_BITS, type MarkBits } from '../stored-blocks.ts'
import { $indentItems, $listLevel, moveBlocks } from './arrange.ts'
import { $kindOf, BLOCK_KINDS, type BlockKind, TOOLBAR_KINDS, toggleBlock } from './block-kinds.ts'
import { $blockAround, $nodeAround } from './block-text.ts'
import { dispatch, OPEN_FIND_COMMAND, TOGGLE_LINK_FORM_COMMAND } from './commands.ts'
import { Icon, type IconName } from './icon.tsx'

/** A control of the toolbar. Menus and the bar over selected text have some of them, too. */
export interface Control {
  name: string
  sign: IconName | { letters: string }
  run(editor: LexicalEditor, selection: SelectionState): void
  /** Whether it is pressed or checked; absent if it is not a switch. */
  isOn?(selection: SelectionState): boolean
  /** Whether it can do nothing now. */
  isDisabled?(state: ControlState): boolean
}

export interface ControlGroup {
  name: string
  controls: readonly Control[]
  /** Shown as one button that opens them. */
  isMenu?: true
}

/** The state of the selection that the controls show. */
export interface SelectionState {
  block: BlockKind
  align: ElementFormatType
  marks: MarkBits
  /** URL of the link around the selection, or null. */
  link: string | null
  /** Language of the code block around the selection, empty if none is set, or null outside code. */
  language: string | null
  /** Level of the list item around the selection, from 1; 0 outside of lists. */
  listLevel: number
}

export interface ControlState extends SelectionState {
  canUndo: boolean
  canRedo: boolean
}

export const blockControl = (kind: BlockKind): Control => ({
  name: BLOCK_KINDS[kind].name,
  sign: BLOCK_KINDS[kind].icon,
  run: (editor, { block }) => toggleBlock(editor, kind, block),
  isOn: ({ block }) => block === kind,
  isDisabled: ({ block }) => BLOCK_KINDS[block].isFixed === true,
})

const insertion = (kind: BlockKind): Control => {
  const { name, icon, make } = BLOCK_KINDS[kind]
  return { name, sign: icon, run: make }
}

/** Lines of code hold text only. */
const isInCode = ({ language }: SelectionState) => language !== null

export const MARK_CONTROLS = MARKS.map((mark): Control => {
  const name = mark.charAt(0).toUpperCase() + mark.slice(1)
  return {
    name,
    sign: mark === 'code' ? mark : { letters: name.charAt(0) },
    run: dispatch(FORMAT_TEXT_COMMAND, mark),
    isOn: ({ marks }) => (marks & MARK_BITS[mark]) !== 0,
  }
})

export const ALIGNMENT_CONTROLS = ALIGNMENTS.map(
  (alignment): Control => ({
    name: alignment === 'justify' ? 'Justify' : `Align ${alignment}`,
    sign: alignment === 'justify' ? alignment : `align-${alignment}`,
    run: (editor, { align }) =>
      editor.dispatchCommand(FORMAT_ELEMENT_COMMAND, align === alignment ? '' : alignment),
    isOn: ({ align }) => align === alignment,
  }),
)

export const MOVES = (['up', 'down'] as const).map(
  (direction): Control => ({
    name: `Move ${direction}`,
    sign: `move-${direction}`,
    run: (editor) => moveBlocks(editor, direction),
  }),
)

export const LINK: Control = {
  name: 'Link',
  sign: 'link',
  run: dispatch(TOGGLE_LINK_FORM_COMMAND, undefined),
  isOn: ({ link }) => link !== null,
  isDisabled: isInCode,
}

export const FIND: Control = {
  name: 'Find and replace',
  sign: 'find',
  run: dispatch(OPEN_FIND_COMMAND, undefined),
}

export const CONTROL_GROUPS: readonly ControlGroup[] = [
  {
    name: 'Block type',
    isMenu: true,
    controls: (['paragraph', ...TOOLBAR_KINDS] as const).map(blockControl),
  },
  { name: 'Marks', controls: MARK_CONTROLS },
  {
    name: 'Insert',
    controls: [LINK, insertion('image'), { ...insertion('footnote'), isDisabled: isInCode }],
  },
  {
    name: 'History',
    controls: [
      {
        name: 'Undo',
        sign: 'undo',
        run: dispatch(UNDO_COMMAND, undefined),
        isDisabled: ({ canUndo }) => !canUndo,
      },
      {
        name: 'Redo',
        sign: 'redo',
        run: dispatch(REDO_COMMAND, undefined),
        isDisabled: ({ canRedo }) => !canRedo,
      },
    ],
  },
  {
    name: 'Arrangement',
    isMenu: true,
    controls: [
      ...ALIGNMENT_CONTROLS,
      {
        name: 'Outdent',
        sign: 'outdent',
        run: (editor) => editor.update(() => $indentItems(editor, -1)),
        isDisabled: ({ listLevel }) => listLevel < 2,
      },
      {
        name: 'Indent',
        sign: 'indent',
        run: (editor) => editor.update(() => $indentItems(editor, 1)),
        isDisabled: ({ listLevel }) => listLevel < 1,
      },
      ...MOVES,
      FIND,
    ],
  },
]

export function Sign({ of: { sign } }: { of: Pick<Control, 'sign'> }) {
  return typeof sign === 'string' ? <Icon name={sign} /> : <span aria-hidden="true">{sign.letters}</span>
}

/** Moves the focus between the buttons of a toolbar by ←, →, Home and End; in a menu also by ↑ and ↓. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, isMenu = false): void {
  const buttons: Element[] = [...event.currentTarget.querySelectorAll('button')]
  const current = document.activeElement ? buttons.indexOf(document.activeElement) : -1
  const [next, previous] = [current + 1, current - 1]
  const targets: Record<string, number> = {
    ArrowRight: next,
    ArrowLeft: previous,
    Home: 0,
    End: -1,
    ...(isMenu && { ArrowDown: next, ArrowUp: previous }),
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  const button = buttons.at(target % buttons.length)
  if (button instanceof HTMLElement) button.focus()
}

export const NO_SELECTION: SelectionState = {
  block: 'paragraph',
  align: '',
  marks: 0,
  link: null,
  language: null,
  listLevel: 0,
}

export function $readSelection(): SelectionState {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return NO_SELECTION
  const code = $nodeAround($isCodeNode)
  return {
    ...$readBlock(selection.anchor.getNode()),
    marks: selection.format,
    link: $nodeAround($isLinkNode)?.getURL() ?? null,
    language: code ? (code.getLanguage() ?? '') : null,
    listLevel: $listLevel(),
  }
}

/** The state of the block around a node. */
export function $readBlock(node: LexicalNode): Pick<SelectionState, 'block' | 'align'> {
  return { block: $kindOf(node), align: $blockAround(node)?.getFormatType() ?? '' }
}

/** For `useLexicalSubscription`: calls back when what is read has changed, not at every key. */
export const subscribeTo =
  <T,>($read: () => T) =>
  (editor: LexicalEditor) => {
    const read = () => editor.getEditorState().read($read)
    let last = read()
    return {
      initialValueFn: () => {
        last = read()
        return last
      },
      subscribe: (callback: (value: T) => void) =>
        editor.registerUpdateListener(() => {
          const next = read()
          if (JSON.stringify(next) === JSON.stringify(last)) return
          last = next
          callback(next)
        }),
    }
  }

export const subscribeToSelection = /* @__PURE__ */ subscribeTo($readSelection)
