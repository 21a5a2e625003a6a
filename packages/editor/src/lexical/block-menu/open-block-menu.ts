import { createCommand, type LexicalCommand, type NodeKey } from 'lexical'

/** Opens the menu of a block, or with null that of the block with the caret. */
export const OPEN_BLOCK_MENU_COMMAND: LexicalCommand<NodeKey | null> =
  /* @__PURE__ */ createCommand('OPEN_BLOCK_MENU')
