import { HEADINGS, MARKS } from '@nightdesk/contracts'
import {
  COMMAND_PRIORITY_NORMAL,
  CONTROL_OR_META,
  compileKeyboardShortcuts,
  FORMAT_TEXT_COMMAND,
  KEY_DOWN_COMMAND,
  type KeyboardShortcutMatch,
  type LexicalEditor,
  SET_TEXT_FORMAT_COMMAND,
} from 'lexical'
import { $indentItems, moveBlocks } from '../arrange.ts'
import { type BlockKind, toggleBlock } from '../block-kinds.ts'
import { dispatch, INSERT_FOOTNOTE_COMMAND, OPEN_BLOCK_MENU_COMMAND, OPEN_LINK_COMMAND } from '../commands.ts'
import { $readSelection } from '../controls.tsx'

interface Shortcut extends KeyboardShortcutMatch {
  /** @returns whether the key did something; if not, other handlers get it */
  $run(editor: LexicalEditor): boolean
}

const ALT = { altKey: true }
const SHIFT = { ...CONTROL_OR_META, shiftKey: true }
const BLOCKS: readonly BlockKind[] = ['paragraph', ...HEADINGS]
const always = (run: (editor: LexicalEditor) => void) => (editor: LexicalEditor) => {
  run(editor)
  return true
}

const PLAIN = Object.fromEntries(MARKS.map((mark) => [mark, false]))

const toggle = (kind: BlockKind) => always((editor) => toggleBlock(editor, kind, $readSelection().block))

/** Unlike the buttons, the keys for headings and paragraphs do not toggle. */
const make = (kind: BlockKind) =>
  always((editor) => {
    const { block } = $readSelection()
    if (kind !== block) toggleBlock(editor, kind, block)
  })

/** Besides those of Lexical: bold, italic, underline, undo, redo. The help of the admin lists all of them. */
const SHORTCUTS: readonly Shortcut[] = [
  { key: 'k', modifiers: CONTROL_OR_META, $run: dispatch(OPEN_LINK_COMMAND, undefined) },
  { key: 'x', modifiers: SHIFT, $run: dispatch(FORMAT_TEXT_COMMAND, 'strikethrough') },
  // As in Google Docs.
  {
    key: '5',
    modifiers: { altKey: true, shiftKey: true },
    $run: dispatch(FORMAT_TEXT_COMMAND, 'strikethrough'),
  },
  { key: '\\', modifiers: CONTROL_OR_META, $run: dispatch(SET_TEXT_FORMAT_COMMAND, PLAIN) },
  { key: '7', modifiers: SHIFT, $run: toggle('numbered-list') },
  { key: '8', modifiers: SHIFT, $run: toggle('bulleted-list') },
  ...BLOCKS.map((kind, level) => ({
    key: String(level),
    modifiers: { ...CONTROL_OR_META, altKey: true },
    $run: make(kind),
  })),
  { key: 'e', modifiers: CONTROL_OR_META, $run: dispatch(FORMAT_TEXT_COMMAND, 'code') },
  // As in Word and Google Docs.
  {
    key: 'f',
    modifiers: { ...CONTROL_OR_META, altKey: true },
    $run: dispatch(INSERT_FOOTNOTE_COMMAND, undefined),
  },
  // As in code, Escape and then Tab leaves the list.
  { key: 'Tab', modifiers: {}, $run: (editor) => $indentItems(editor, 1) },
  { key: 'Tab', modifiers: { shiftKey: true }, $run: (editor) => $indentItems(editor, -1) },
  { key: ']', modifiers: CONTROL_OR_META, $run: (editor) => $indentItems(editor, 1) },
  { key: '[', modifiers: CONTROL_OR_META, $run: (editor) => $indentItems(editor, -1) },
  { key: 'ArrowUp', modifiers: ALT, $run: always((editor) => moveBlocks(editor, 'up')) },
  { key: 'ArrowDown', modifiers: ALT, $run: always((editor) => moveBlocks(editor, 'down')) },
  { key: 'Enter', modifiers: ALT, $run: dispatch(OPEN_BLOCK_MENU_COMMAND, null) },
]

/** Keys that act on the text, by the modifiers of the platform. */
export function handleShortcuts(editor: LexicalEditor): () => void {
  const compiled = compileKeyboardShortcuts(SHORTCUTS)
  return editor.registerCommand(
    KEY_DOWN_COMMAND,
    (event) => {
      // AltGr, with which some keyboards type brackets, is reported as Ctrl+Alt.
      if (event.getModifierState('AltGraph')) return false
      for (const shortcut of compiled.matches(event)) {
        if (!shortcut.$run(editor)) continue
        event.preventDefault()
        return true
      }
      return false
    },
    COMMAND_PRIORITY_NORMAL,
  )
}
