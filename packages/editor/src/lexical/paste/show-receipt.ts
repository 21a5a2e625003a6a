import type { Block } from '@nightdesk/contracts'
import { $getEditor, $onUpdate } from 'lexical'
import { blocksOf } from '../../convert.ts'
import { sizeProblem } from '../../paste/content-size.ts'
import { type Paste, SHOW_RECEIPT } from './receipt-extension.ts'

/** Shows the receipt of a paste after the current update. */
export function $showReceipt(paste: Paste): void {
  const editor = $getEditor()
  const before = editor.getEditorState()
  $onUpdate(() =>
    editor.dispatchCommand(SHOW_RECEIPT, { message: paste.message, paste: { ...paste, before } }),
  )
}

/** Whether the text with the blocks is within the limits of content. If not, a receipt says so. */
export function $canHold(blocks: readonly Block[]): boolean {
  const editor = $getEditor()
  const content = blocksOf(editor.getEditorState().toJSON().root.children)
  const problem = sizeProblem([...content, ...blocks])
  const message = `Nothing was pasted. ${problem}, and the clipboard still has it.`
  if (problem) $onUpdate(() => editor.dispatchCommand(SHOW_RECEIPT, { message }))
  return problem === undefined
}
