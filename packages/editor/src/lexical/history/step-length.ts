import { getExtensionDependencyFromEditor } from '@lexical/extension'
import { HistoryExtension } from '@lexical/history'
import { $getSelection, $isRangeSelection, $isTextNode, type LexicalEditor } from 'lexical'

/** Milliseconds after which a step of undo ends with the sentence, and after which with the word. */
const LONG = 30_000
const TOO_LONG = 60_000
const SENTENCE_END = /[.!?…][\p{Pf}\p{Pe}"']*\s$/u

/** What was typed at one place is one step of undo, but no step takes minutes away: after a while it ends with the sentence. */
export function limitStepLength(editor: LexicalEditor): () => void {
  const { output } = getExtensionDependencyFromEditor(editor, HistoryExtension)
  const delay = output.delay.peek()
  let steps = 0
  let begunAt = output.now.peek()()
  return editor.registerUpdateListener(({ editorState, dirtyLeaves }) => {
    if (dirtyLeaves.size === 0) return
    const now = output.now.peek()()
    const { undoStack } = output.historyState.peek()
    // At the depth that is kept, every step looks like the one before.
    const isNew = undoStack.length !== steps || output.delay.peek() === 0
    steps = undoStack.length
    if (isNew) begunAt = now
    const age = now - begunAt
    const isOver = age > LONG && editorState.read(() => $isEnd(age > TOO_LONG ? /\s$/ : SENTENCE_END))
    // No change follows another within no time at all, so that the next one begins a step.
    output.delay.value = isOver ? 0 : delay
  })
}

/** Whether the text in front of the caret ends with this. */
function $isEnd(end: RegExp): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  const { anchor } = selection
  const node = anchor.getNode()
  return (
    $isTextNode(node) && end.test(node.getTextContent().slice(Math.max(0, anchor.offset - 8), anchor.offset))
  )
}
