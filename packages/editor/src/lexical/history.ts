import { getExtensionDependencyFromEditor } from '@lexical/extension'
import { HistoryExtension } from '@lexical/history'
import { $isAtEdgeOfElement } from '@lexical/selection'
import {
  $addUpdateTag,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isDecoratorNode,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  COMMAND_PRIORITY_CRITICAL,
  type EditorState,
  HISTORIC_TAG,
  HISTORY_MERGE_TAG,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  mergeRegister,
  type NodeKey,
  type PointType,
  REDO_COMMAND,
  UNDO_COMMAND,
} from 'lexical'
import { commonEnd } from '../text/common.ts'
import { $blockAround, $caret, $textAt } from './block-text.ts'
import { DELETIONS } from './commands.ts'
import { $exportNode, $isUntouched } from './content.ts'
import { $selectNode } from './nodes.ts'
import { clearArea } from './on-screen.ts'

/**
 * Undo and redo select and scroll to the change. The restored selection may be elsewhere, and Lexical scrolls only to a
 * caret, and only if it has moved.
 */
export function showUndone(editor: LexicalEditor): () => void {
  const { historyState } = getExtensionDependencyFromEditor(editor, HistoryExtension).output
  /** Set by the commands: changing the form of a paste is an update with the historic tag, too. */
  let isAsked = false
  const onAsked = (stack: 'undoStack' | 'redoStack') => () => {
    isAsked = historyState.peek()[stack].length > 0
    return false
  }
  const show = editor.registerUpdateListener(({ tags, editorState, prevEditorState }) => {
    const isHistoric = tags.has(HISTORIC_TAG)
    // A pending update is committed before undo, with the historic tag, too.
    isAsked &&= isHistoric
    if (!isAsked) return
    const changed = editorState.read(() => $changedBlocks(prevEditorState))
    editor.update(
      () => {
        if (!$isSelectionIn(changed)) $selectChange(changed, prevEditorState)
      },
      // Images are rendered in the next frame.
      {
        tag: HISTORY_MERGE_TAG,
        onUpdate: () => requestAnimationFrame(() => scrollToSelection(editor)),
      },
    )
  })
  return mergeRegister(
    show,
    editor.registerCommand(UNDO_COMMAND, onAsked('undoStack'), COMMAND_PRIORITY_CRITICAL),
    editor.registerCommand(REDO_COMMAND, onAsked('redoStack'), COMMAND_PRIORITY_CRITICAL),
  )
}

/** The blocks from the first changed one to the last, or the block before removed ones. */
function $changedBlocks(before: EditorState): LexicalNode[] {
  const blocks = $getRoot().getChildren()
  const known = before.read(() => $getRoot().getChildren())
  const isSame = (block: LexicalNode | undefined, other: LexicalNode | undefined) =>
    block !== undefined &&
    block.getKey() === other?.getKey() &&
    ($isUntouched(block, before) || $contentOf(block) === before.read(() => $contentOf(other)))
  const most = Math.min(blocks.length, known.length)
  let first = 0
  while (first < most && isSame(blocks[first], known[first])) first++
  let after = 0
  while (after < most - first && isSame(blocks.at(-1 - after), known.at(-1 - after))) after++
  const end = blocks.length - after
  return first < end ? blocks.slice(first, end) : blocks.slice(Math.max(0, first - 1), Math.max(1, first))
}

const $contentOf = (block: LexicalNode) => JSON.stringify($exportNode(block))

function $isSelectionIn(blocks: readonly LexicalNode[]): boolean {
  const selection = $getSelection()
  const nodes = $isRangeSelection(selection) ? [selection.focus.getNode()] : (selection?.getNodes() ?? [])
  return nodes.some((node) => blocks.some((block) => block.is(node.getTopLevelElement())))
}

/** Selects the last changed block if it is an image, else the end of the changed text in it. */
function $selectChange(changed: readonly LexicalNode[], before: EditorState): void {
  const last = changed.at(-1)?.getLatest()
  if ($isDecoratorNode(last)) $selectNode(last)
  if (!$isElementNode(last)) return
  const known = before.read(() => $textOf($getNodeByKey(last.getKey())))
  const text = $textOf(last)
  const end = text.length - (text === known ? 0 : commonEnd(text, known))
  const place = $textAt(last, end) ?? $textAt(last, end, true)
  if (place) place.node.select(place.offset, place.offset)
  else last.selectStart()
}

const $textOf = (node: LexicalNode | null) =>
  $isElementNode(node)
    ? node
        .getAllTextNodes()
        .map((text) => text.getTextContent())
        .join('')
    : ''

/** Scrolls as little as possible, and only if a part of the selection is not in the clear area. */
function scrollToSelection(editor: LexicalEditor): void {
  const rect = selectionRect(editor)
  if (!rect) return
  const { top, bottom } = clearArea(editor)
  const [above, below] = [rect.top - top, rect.bottom - bottom]
  if (above < 0 && below < 0) window.scrollBy(0, above)
  else if (above > 0 && below > 0) window.scrollBy(0, Math.min(above, below))
}

function selectionRect(editor: LexicalEditor): DOMRect | undefined {
  const { key, isRange } = editor.read($selectionEnd)
  // The range of an empty block has no size.
  const range = isRange ? window.getSelection()?.getRangeAt(0).getBoundingClientRect() : undefined
  return range && range.height > 0 ? range : editor.getElementByKey(key)?.getBoundingClientRect()
}

function $selectionEnd(): { key: NodeKey; isRange: boolean } {
  const selection = $getSelection()
  if ($isRangeSelection(selection)) return { key: selection.focus.key, isRange: true }
  return { key: selection?.getNodes()[0]?.getKey() ?? '', isRange: false }
}

type Caret = Pick<PointType, 'key' | 'offset'> | null

const DELETION = 'deletion'
/** Maximum length of a step of undo, in milliseconds. */
const MAX_STEP_MS = 30_000
/**
 * "Consecutive deletion at adjacent offsets merges into one undo step". Lexical’s history merges deletions of single letters
 * only: words, emoji and the last letter of a block would be separate steps. A step ends after half a minute.
 */
export function mergeDeletions(editor: LexicalEditor): () => void {
  /** The caret after the last deletion, until it moves or another change is made. */
  let left: Caret = null
  let begunAt = 0
  const $tag = (isBackward: boolean) => {
    const caret = $caret()
    if (!caret || $isAtEdge(caret, isBackward)) return false
    const now = Date.now()
    const goesOn = isSame(left, caret) && now - begunAt <= MAX_STEP_MS
    if (!goesOn) begunAt = now
    $addUpdateTag(DELETION)
    $addUpdateTag(goesOn ? HISTORY_MERGE_TAG : HISTORY_PUSH_TAG)
    return false
  }
  return mergeRegister(
    ...DELETIONS.map((command) => editor.registerCommand(command, $tag, COMMAND_PRIORITY_CRITICAL)),
    editor.registerUpdateListener(({ editorState, tags, dirtyElements, dirtyLeaves }) => {
      const caret = editorState.read($caret)
      if (tags.has(DELETION)) left = caret
      else if (dirtyElements.size + dirtyLeaves.size > 0 || !isSame(left, caret)) left = null
    }),
  )
}

const isSame = (a: Caret, b: Caret) => a !== null && a.key === b?.key && a.offset === b.offset

/** At the edge of a block, a deletion joins two blocks instead of deleting text. */
function $isAtEdge(caret: PointType, isBackward: boolean): boolean {
  const block = $blockAround(caret.getNode())
  return !block || $isAtEdgeOfElement(caret, block, isBackward ? 'previous' : 'next')
}

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

function $isEnd(end: RegExp): boolean {
  const caret = $caret()
  const node = caret?.getNode()
  return $isTextNode(node) && end.test(node.getTextContent().slice(0, caret?.offset).slice(-8))
}
