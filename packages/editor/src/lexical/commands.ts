import { AriaLiveRegionExtension } from '@lexical/a11y'
import { $isCodeNode } from '@lexical/code-core'
import { getExtensionDependencyFromEditor } from '@lexical/extension'
import { $isLinkNode } from '@lexical/link'
import { isSafeUrl } from '@nightdesk/contracts'
import {
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_EDITOR,
  COMMAND_PRIORITY_LOW,
  createCommand,
  DELETE_CHARACTER_COMMAND,
  DELETE_LINE_COMMAND,
  DELETE_WORD_COMMAND,
  type LexicalCommand,
  type LexicalEditor,
  type NodeKey,
} from 'lexical'
import { $nodeAround } from './block-text.ts'

/** Tag of the update in which a text from elsewhere replaces the text. */
export const REPLACED_TAG = 'nightdesk-replaced'

/** Makes screen readers announce a message, politely: after the current speech. */
export function announce(editor: LexicalEditor, message: string): void {
  getExtensionDependencyFromEditor(editor, AriaLiveRegionExtension).output.announce(message)
}

export const dispatch =
  <T>(command: LexicalCommand<T>, payload: T) =>
  (editor: LexicalEditor): boolean =>
    editor.dispatchCommand(command, payload)

/** The commands of the keys that delete letters, words and lines; their payload is whether backwards. */
export const DELETIONS = [DELETE_CHARACTER_COMMAND, DELETE_WORD_COMMAND, DELETE_LINE_COMMAND]

export const OPEN_FIND_COMMAND = /* @__PURE__ */ createCommand<void>('OPEN_FIND')

/** Inserts a footnote at the caret, or returns from a footnote to the text. */
export const INSERT_FOOTNOTE_COMMAND = /* @__PURE__ */ createCommand<void>('INSERT_FOOTNOTE_COMMAND')

export interface ImageFiles {
  files: readonly File[]
  /** Index of the top-level block before which the images are inserted; at the selection if absent. */
  index?: number
}

/** Uploads files and inserts their images. */
export const INSERT_IMAGES_COMMAND = /* @__PURE__ */ createCommand<ImageFiles>('INSERT_IMAGES_COMMAND')

/** Opens the file chooser. Browsers allow this only during the event of a press. */
export const CHOOSE_IMAGES_COMMAND = /* @__PURE__ */ createCommand<void>('CHOOSE_IMAGES_COMMAND')

/** Opens the menu of a block, or with null that of the block with the caret. */
export const OPEN_BLOCK_MENU_COMMAND = /* @__PURE__ */ createCommand<NodeKey | null>('OPEN_BLOCK_MENU')

/** Opens the link form for the selected text, or for the link around the caret. */
export const OPEN_LINK_COMMAND = /* @__PURE__ */ createCommand<void>('OPEN_LINK')

/** Opens the link form, also to insert a link without selected text, or closes it. */
export const TOGGLE_LINK_FORM_COMMAND = /* @__PURE__ */ createCommand<void>('TOGGLE_LINK_FORM')

/** Whether a link can be made or changed here; if not, the key for links is left to the app. */
export function $canOpenLink(): boolean {
  const selection = $getSelection()
  // Lines of code hold text only.
  if (!$isRangeSelection(selection) || $nodeAround($isCodeNode)) return false
  return !selection.isCollapsed() || $nodeAround($isLinkNode) !== null
}

/** A host name without a scheme: people type `example.org` for `https://example.org`. */
const BARE_HOST = /^[^:/?#\s]+\.[^:/?#\s]/

/** The typed URL, or undefined if it may not be linked to. */
export function readUrl(text: string): string | undefined {
  const typed = text.trim()
  const url = BARE_HOST.test(typed) ? `https://${typed}` : typed
  return isSafeUrl(url) ? url : undefined
}

const held = /* @__PURE__ */ new WeakMap<LexicalEditor, Map<unknown, unknown[]>>()

/** Keeps what is asked of code that is still loading. @returns a function that stops it */
export function holdCommand<T>(editor: LexicalEditor, command: LexicalCommand<T>): () => void {
  const asked: T[] = []
  held.set(editor, (held.get(editor) ?? new Map()).set(command, asked))
  return editor.registerCommand(command, (payload) => asked.push(payload) > 0, COMMAND_PRIORITY_EDITOR)
}

/** Handles a command whose code was loaded late, also what was asked before. @returns a function that stops it */
export function handleHeld<T>(
  editor: LexicalEditor,
  command: LexicalCommand<T>,
  run: (payload: T) => void,
): () => void {
  const stop = editor.registerCommand(
    command,
    (payload) => {
      run(payload)
      return true
    },
    COMMAND_PRIORITY_LOW,
  )
  const asked = held.get(editor)?.get(command)?.splice(0) ?? []
  // A payload was kept with its command.
  for (const payload of asked) editor.dispatchCommand(command, payload as T)
  return stop
}
