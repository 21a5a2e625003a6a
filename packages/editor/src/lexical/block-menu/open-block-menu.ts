import { createCommand, type LexicalCommand, type LexicalEditor, type NodeKey } from 'lexical'

/** Opens the menu of a block, or with null that of the block with the caret. */
export const OPEN_BLOCK_MENU_COMMAND: LexicalCommand<NodeKey | null> =
  /* @__PURE__ */ createCommand('OPEN_BLOCK_MENU')

const waiting = /* @__PURE__ */ new WeakSet<LexicalEditor>()

/** Opens the menu of the block with the caret; while its code is loading, as soon as it is there. */
export function openBlockMenu(editor: LexicalEditor): void {
  if (!editor.dispatchCommand(OPEN_BLOCK_MENU_COMMAND, null)) waiting.add(editor)
}

/** Opens the menu that somebody asked for before its code was loaded. */
export function openAwaitedMenu(editor: LexicalEditor): void {
  if (waiting.delete(editor)) editor.dispatchCommand(OPEN_BLOCK_MENU_COMMAND, null)
}
