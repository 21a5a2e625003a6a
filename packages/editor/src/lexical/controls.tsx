import { $isCodeNode } from '@lexical/code-core'
import { HistoryExtension } from '@lexical/history'
import { $isLinkNode } from '@lexical/link'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useExtensionSignalValue } from '@lexical/react/useExtensionSignalValue'
import { $findMatchingParent } from '@lexical/utils'
import { type Alignment, MARKS, type Mark } from '@nightdesk/contracts'
import {
  $getSelection,
  $isBlockElementNode,
  $isRangeSelection,
  type EditorState,
  type ElementFormatType,
  FORMAT_ELEMENT_COMMAND,
  FORMAT_TEXT_COMMAND,
  type LexicalEditor,
  type LexicalNode,
  REDO_COMMAND,
  UNDO_COMMAND,
} from 'lexical'
import { $indentItems, $listLevel, type Direction, moveBlocks } from './arrange.ts'
import { $kindOf, BLOCK_KINDS, type BlockKind, TOOLBAR_KINDS, toggleBlock } from './block-kinds.ts'
import { CHOOSE_IMAGES_COMMAND, INSERT_FOOTNOTE_COMMAND, OPEN_FIND_COMMAND } from './commands.ts'
import { Icon, type IconName } from './icon.tsx'

/** A control of the toolbar: its name, its sign and its action. */
export type Control = { name: string; sign: Sign } & (
  | { kind: 'history'; action: 'undo' | 'redo' }
  | { kind: 'block'; block: BlockKind }
  | { kind: 'mark'; mark: Mark }
  | { kind: 'align'; align: Alignment }
  | { kind: 'indent'; step: 1 | -1 }
  | { kind: 'move'; direction: Direction }
  | { kind: 'link' | 'image' | 'footnote' | 'find' }
)

type Sign = { letters: string } | { icon: IconName }

export interface ControlGroup {
  name: string
  controls: readonly Control[]
  /** Shown as one button that opens them. */
  isMenu?: true
}

export const CONTROL_GROUPS: readonly ControlGroup[] = [
  {
    name: 'Block type',
    isMenu: true,
    controls: (['paragraph', ...TOOLBAR_KINDS] as const).map((block) => ({
      ...shown(block),
      kind: 'block',
      block,
    })),
  },
  {
    name: 'Marks',
    controls: [
      { name: 'Bold', sign: { letters: 'B' }, kind: 'mark', mark: 'bold' },
      { name: 'Italic', sign: { letters: 'I' }, kind: 'mark', mark: 'italic' },
      { name: 'Underline', sign: { letters: 'U' }, kind: 'mark', mark: 'underline' },
      { name: 'Strikethrough', sign: { letters: 'S' }, kind: 'mark', mark: 'strikethrough' },
      { name: 'Code', sign: { icon: 'code' }, kind: 'mark', mark: 'code' },
    ],
  },
  {
    name: 'Insert',
    controls: [
      { name: 'Link', sign: { icon: 'link' }, kind: 'link' },
      { ...shown('image'), kind: 'image' },
      { ...shown('footnote'), kind: 'footnote' },
    ],
  },
  {
    name: 'History',
    controls: [
      { name: 'Undo', sign: { icon: 'undo' }, kind: 'history', action: 'undo' },
      { name: 'Redo', sign: { icon: 'redo' }, kind: 'history', action: 'redo' },
    ],
  },
  {
    name: 'Arrangement',
    isMenu: true,
    controls: [
      { name: 'Align left', sign: { icon: 'align-left' }, kind: 'align', align: 'left' },
      { name: 'Align center', sign: { icon: 'align-center' }, kind: 'align', align: 'center' },
      { name: 'Align right', sign: { icon: 'align-right' }, kind: 'align', align: 'right' },
      { name: 'Justify', sign: { icon: 'justify' }, kind: 'align', align: 'justify' },
      { name: 'Outdent', sign: { icon: 'outdent' }, kind: 'indent', step: -1 },
      { name: 'Indent', sign: { icon: 'indent' }, kind: 'indent', step: 1 },
      { name: 'Move up', sign: { icon: 'move-up' }, kind: 'move', direction: 'up' },
      { name: 'Move down', sign: { icon: 'move-down' }, kind: 'move', direction: 'down' },
      { name: 'Find and replace', sign: { icon: 'find' }, kind: 'find' },
    ],
  },
]

function shown(block: BlockKind): { name: string; sign: Sign } {
  const { name, icon } = BLOCK_KINDS[block]
  return { name, sign: { icon } }
}

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

/** The state of the selection that the controls show. */
export interface SelectionState {
  block: BlockKind
  align: ElementFormatType
  marks: readonly Mark[]
  /** URL of the link around the selection, or null. */
  link: string | null
  /** Language of the code block around the selection, empty if none is set, or null outside code. */
  language: string | null
  /** Level of the list item around the selection, from 1; 0 outside of lists. */
  listLevel: number
}

export const NO_SELECTION: SelectionState = {
  block: 'paragraph',
  align: '',
  marks: [],
  link: null,
  language: null,
  listLevel: 0,
}

/** For `useLexicalSubscription`: calls back only when the state changes, not at every key. */
export function subscribeToSelection(editor: LexicalEditor) {
  let last = NO_SELECTION
  return {
    initialValueFn: () => {
      last = readSelection(editor.getEditorState())
      return last
    },
    subscribe: (callback: (selection: SelectionState) => void) =>
      editor.registerUpdateListener(({ editorState }) => {
        const next = readSelection(editorState)
        if (JSON.stringify(next) === JSON.stringify(last)) return
        last = next
        callback(next)
      }),
  }
}

const readSelection = (state: EditorState): SelectionState => state.read($readSelection)

export function $readSelection(): SelectionState {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return NO_SELECTION
  const anchor = selection.anchor.getNode()
  const code = $findMatchingParent(anchor, $isCodeNode)
  return {
    ...$readBlock(anchor),
    marks: MARKS.filter((mark) => selection.hasFormat(mark)),
    link: $findMatchingParent(anchor, $isLinkNode)?.getURL() ?? null,
    language: code ? (code.getLanguage() ?? '') : null,
    listLevel: $listLevel(),
  }
}

/** The state of the block around a node. */
export function $readBlock(node: LexicalNode): Pick<SelectionState, 'block' | 'align'> {
  const block = $findMatchingParent(node, $isBlockElementNode)
  return { block: $kindOf(node), align: block?.getFormatType() ?? '' }
}

export function Sign({ of: { sign } }: { of: Pick<Control, 'sign'> }) {
  return 'icon' in sign ? <Icon name={sign.icon} /> : <span aria-hidden="true">{sign.letters}</span>
}
