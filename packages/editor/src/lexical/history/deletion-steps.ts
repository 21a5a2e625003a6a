import { $isAtEdgeOfElement } from '@lexical/selection'
import {
  $addUpdateTag,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_CRITICAL,
  DELETE_CHARACTER_COMMAND,
  DELETE_LINE_COMMAND,
  DELETE_WORD_COMMAND,
  type EditorState,
  HISTORY_MERGE_TAG,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  mergeRegister,
  type PointType,
  type RangeSelection,
} from 'lexical'
import { $blockAround } from '../text/block-text.ts'

type Caret = Pick<PointType, 'key' | 'offset'> | null

const DELETION = 'deletion'
/** Maximum length of a step of undo, in milliseconds. */
const MAX_STEP_MS = 30_000
const COMMANDS = [DELETE_CHARACTER_COMMAND, DELETE_WORD_COMMAND, DELETE_LINE_COMMAND]

/**
 * "Consecutive deletion at adjacent offsets merges into one undo step". Lexical’s history merges deletions of single letters
 * only: words, emoji and the last letter of a block would be separate steps. A step ends after half a minute.
 */
export function mergeDeletions(editor: LexicalEditor): () => void {
  /** The caret after the last deletion, until it moves or another change is made. */
  let left: Caret = null
  let begunAt = 0
  const $tag = (isBackward: boolean) => {
    const selection = $getSelection()
    if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false
    if ($isAtEdge(selection, isBackward)) return false
    const now = Date.now()
    const goesOn = isSame(left, selection.anchor) && now - begunAt <= MAX_STEP_MS
    if (!goesOn) begunAt = now
    $addUpdateTag(DELETION)
    $addUpdateTag(goesOn ? HISTORY_MERGE_TAG : HISTORY_PUSH_TAG)
    return false
  }
  return mergeRegister(
    ...COMMANDS.map((command) => editor.registerCommand(command, $tag, COMMAND_PRIORITY_CRITICAL)),
    editor.registerUpdateListener(({ editorState, tags, dirtyElements, dirtyLeaves }) => {
      const caret = caretOf(editorState)
      if (tags.has(DELETION)) left = caret
      else if (dirtyElements.size + dirtyLeaves.size > 0 || !isSame(left, caret)) left = null
    }),
  )
}

function caretOf(state: EditorState): Caret {
  const selection = state.read($getSelection)
  return $isRangeSelection(selection) ? { key: selection.anchor.key, offset: selection.anchor.offset } : null
}

const isSame = (a: Caret, b: Caret) => a !== null && a.key === b?.key && a.offset === b.offset

/** At the edge of a block, a deletion joins two blocks instead of deleting text. */
function $isAtEdge({ anchor }: RangeSelection, isBackward: boolean): boolean {
  const block = $blockAround(anchor.getNode())
  return !block || $isAtEdgeOfElement(anchor, block, isBackward ? 'previous' : 'next')
}
