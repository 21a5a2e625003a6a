import { getExtensionDependencyFromEditor } from '@lexical/extension'
import { HistoryExtension } from '@lexical/history'
import { $getSelection, $isRangeSelection, $isTextNode, type LexicalEditor } from 'lexical'

/** Milliseconds after which a step of undo ends with the sentence, or with the word. */
const LONG = 30_000
const TOO_LONG = 60_000
const SENTENCE_END = /[.!?…][\p{Pf}\p{Pe}"']*\s$/u

/** Ends a long step of undo at the end of a sentence or word, so that no undo removes minutes of writing. */
export function limitStepLength(editor: LexicalEditor): () => void {
  const { output } = getExtensionDependencyFromEditor(editor, HistoryExtension)
  const delay = output.delay.peek()
  let steps = 0
  let begunAt = output.now.peek()()
  return editor.registerUpdateListener(({ editorState, dirtyLeaves }) => {
    if (dirtyLeaves.size === 0) return
    const now = output.now.peek()()
    const { undoStack } = output.historyState.peek()
    // At the maximum depth the stack no longer grows, so the delay tells whether a step has begun.
    const isNew = undoStack.length !== steps || output.delay.peek() === 0
    steps = undoStack.length
    if (isNew) begunAt = now
    const age = now - begunAt
    const isOver = age > LONG && editorState.read(() => $isEnd(age > TOO_LONG ? /\s$/ : SENTENCE_END))
    // With a delay of 0, the next change begins a new step.
    output.delay.value = isOver ? 0 : delay
  })
}

/** Whether the text before the caret matches. */
function $isEnd(end: RegExp): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  const { anchor } = selection
  const node = anchor.getNode()
  return (
    $isTextNode(node) && end.test(node.getTextContent().slice(Math.max(0, anchor.offset - 8), anchor.offset))
  )
}
