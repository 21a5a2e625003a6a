import { createCommand, type LexicalCommand } from 'lexical'

/** Inserts a footnote at the caret, or returns from a footnote to the text. */
export const INSERT_FOOTNOTE_COMMAND: LexicalCommand<void> =
  /* @__PURE__ */ createCommand('INSERT_FOOTNOTE_COMMAND')
