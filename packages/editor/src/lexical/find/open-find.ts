import { createCommand, type LexicalCommand } from 'lexical'

/** Opens the find bar. */
export const OPEN_FIND_COMMAND: LexicalCommand<void> = /* @__PURE__ */ createCommand('OPEN_FIND')
