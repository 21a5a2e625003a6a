import { createCommand, type LexicalCommand } from 'lexical'

export interface ImageFiles {
  files: readonly File[]
  /** Top-level block before which they go; at the selection if absent. */
  index?: number
}

/** Uploads files and puts them into the text. */
export const INSERT_IMAGES_COMMAND: LexicalCommand<ImageFiles> =
  /* @__PURE__ */ createCommand('INSERT_IMAGES_COMMAND')

/** Lets the writer choose the files. Browsers ask for a press of a key or a button before it. */
export const CHOOSE_IMAGES_COMMAND: LexicalCommand<void> =
  /* @__PURE__ */ createCommand('CHOOSE_IMAGES_COMMAND')
