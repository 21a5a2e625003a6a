import { defineExtension } from '@lexical/extension'
import {
  COMMAND_PRIORITY_NORMAL,
  CONTROL_OR_META,
  compileKeyboardShortcuts,
  FORMAT_TEXT_COMMAND,
  KEY_DOWN_COMMAND,
  type KeyboardShortcutMatch,
  type LexicalEditor,
} from 'lexical'
import { $indentItems } from '../arrange/indent-items.ts'
import { moveBlocks } from '../arrange/move-blocks.ts'
import { OPEN_LINK_COMMAND } from '../link/open-link.ts'

interface Shortcut extends KeyboardShortcutMatch {
  /** @returns whether the key did something; if not, it is left to others */
  $run(editor: LexicalEditor): boolean
}

const ALT = { altKey: true }
const always = (run: (editor: LexicalEditor) => void) => (editor: LexicalEditor) => {
  run(editor)
  return true
}

/** Beside those that Lexical has itself: bold, italic, underline, undo, redo. `../shortcuts.ts` tells them to people. */
const SHORTCUTS: readonly Shortcut[] = [
  {
    key: 'k',
    modifiers: CONTROL_OR_META,
    $run: (editor) => editor.dispatchCommand(OPEN_LINK_COMMAND, undefined),
  },
  {
    key: 'x',
    modifiers: { ...CONTROL_OR_META, shiftKey: true },
    $run: (editor) => editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'strikethrough'),
  },
  {
    key: 'e',
    modifiers: CONTROL_OR_META,
    $run: (editor) => editor.dispatchCommand(FORMAT_TEXT_COMMAND, 'code'),
  },
  // As in code, Escape leaves the list for the controls around it.
  { key: 'Tab', modifiers: {}, $run: (editor) => $indentItems(editor, 1) },
  { key: 'Tab', modifiers: { shiftKey: true }, $run: (editor) => $indentItems(editor, -1) },
  { key: ']', modifiers: CONTROL_OR_META, $run: (editor) => $indentItems(editor, 1) },
  { key: '[', modifiers: CONTROL_OR_META, $run: (editor) => $indentItems(editor, -1) },
  { key: 'ArrowUp', modifiers: ALT, $run: always((editor) => moveBlocks(editor, 'up')) },
  { key: 'ArrowDown', modifiers: ALT, $run: always((editor) => moveBlocks(editor, 'down')) },
]

/** Keys that act on the text, by the modifiers of the platform. */
export const ShortcutsExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/shortcuts',
  register: (editor) => {
    const compiled = compileKeyboardShortcuts(SHORTCUTS)
    return editor.registerCommand(
      KEY_DOWN_COMMAND,
      (event) => {
        for (const shortcut of compiled.matches(event)) {
          if (!shortcut.$run(editor)) continue
          event.preventDefault()
          return true
        }
        return false
      },
      COMMAND_PRIORITY_NORMAL,
    )
  },
})
