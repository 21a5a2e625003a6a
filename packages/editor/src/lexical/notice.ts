import { $isCodeNode } from '@lexical/code-core'
import { defineExtension, getExtensionDependencyFromEditor, signal } from '@lexical/extension'
import { $isListItemNode } from '@lexical/list'
import {
  COMMAND_PRIORITY_LOW,
  type EditorState,
  HISTORIC_TAG,
  KEY_ESCAPE_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from 'lexical'
import { $nodeAround } from './block-text.ts'

/** A message below the text, such as what a paste became. */
export interface Notice {
  message: string
  /** To change the form of the paste; absent if nothing was pasted, or if the text has changed since. */
  paste?: Paste
}

export interface Paste {
  /** The state before the paste. */
  before: EditorState
  /** The paste as plain text. */
  plain: string
  /** The other forms that it can take. */
  forms: readonly PasteForm[]
}

export type PasteForm = 'plain' | 'markdown'

/** The notice closes after this many changes of the text. */
const ENOUGH_CHANGES = 30

/** Holds the last notice until it is used or closed, its paste is undone, or writing has continued. */
export const NoticeExtension = /* @__PURE__ */ defineExtension({
  name: '@nightdesk/editor/notice',
  build: () => ({ notice: signal<Notice | null>(null), changes: 0 }),
  register: (editor, _config, state) => {
    const output = state.getOutput()
    const { notice } = output
    return mergeRegister(
      editor.registerCommand(
        KEY_ESCAPE_COMMAND,
        (event) => {
          const isClosed = notice.peek() !== null && !$takesTab()
          if (!isClosed) return false
          notice.value = null
          // Focus mode stays.
          event.preventDefault()
          return true
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerUpdateListener(({ dirtyElements, dirtyLeaves, tags }) => {
        const current = notice.peek()
        if (!current || dirtyElements.size + dirtyLeaves.size === 0) return
        output.changes++
        if (tags.has(HISTORIC_TAG) || output.changes > ENOUGH_CHANGES) notice.value = null
        // Undoing the paste now would also undo what was written since.
        else if (current.paste) notice.value = { message: current.message }
      }),
    )
  },
})

/** Shows a notice in place of the last one; null closes it. */
export function showNotice(editor: LexicalEditor, notice: Notice | null): void {
  const { output } = getExtensionDependencyFromEditor(editor, NoticeExtension)
  output.changes = 0
  output.notice.value = notice
}

/** Lists and code handle Tab themselves: there Escape must not close the notice, so that Tab can reach it afterwards. */
const $takesTab = () => $nodeAround((node) => $isListItemNode(node) || $isCodeNode(node)) !== null
