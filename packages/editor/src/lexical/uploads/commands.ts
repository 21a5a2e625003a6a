import { createCommand, type LexicalCommand } from 'lexical'

export interface ImageFiles {
  files: readonly File[]
  /** Index of the top-level block before which the images are inserted; at the selection if absent. */
  index?: number
}

/** Uploads files and inserts their images. */
export const INSERT_IMAGES_COMMAND: LexicalCommand<ImageFiles> =
  /* @__PURE__ */ createCommand('INSERT_IMAGES_COMMAND')

/** Opens the file chooser. Browsers allow this only during the event of a press. */
export const CHOOSE_IMAGES_COMMAND: LexicalCommand<void> =
  /* @__PURE__ */ createCommand('CHOOSE_IMAGES_COMMAND')
