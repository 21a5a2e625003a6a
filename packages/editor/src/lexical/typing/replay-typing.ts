import { getExtensionDependencyFromEditor } from '@lexical/extension'
import { HistoryExtension } from '@lexical/history'
import { $isListNode } from '@lexical/list'
import { $getRoot, $isElementNode, isHTMLElement, type LexicalEditor, type LexicalNode } from 'lexical'
import { commonEnd, commonStart } from '../../text/common.ts'
import { $caret, $offsetIn, $readBlockText, $selectOffset } from '../block-text.ts'
import { REPLAY_TAG } from './as-typed.ts'

/** Maximum characters of a block that are replayed: nobody types more while the code loads. */
const MAX_LENGTH = 1_000

/** Text without one of these triggers nothing, so it is not replayed and stays one step of undo. */
const TRIGGERS = /[#>*+_~`"')]|--|\.\.\.|[-.]\s|:\/\/|www\./

/** A position counted from the end of the text, which changes before it do not move. */
interface Position {
  /** Blocks after the block with the position. */
  blocks: number
  /** Characters after it within the block. */
  characters: number
}

/** Text that was typed; the position is its end. */
interface TypedRange extends Position {
  length: number
}

/**
 * Replays text that was typed before this code was loaded: moves the caret through it letter by letter, so that all
 * listeners for typed text see it, and then back.
 */
export function replayTyping(editor: LexicalEditor): void {
  const [first] = getExtensionDependencyFromEditor(editor, HistoryExtension).output.historyState.peek()
    .undoStack
  if (!first || editor.isComposing()) return
  const root = editor.getRootElement()
  const focused = root?.ownerDocument.activeElement
  const caret = editor.read($caretPosition)
  const before = first.editorState.read(
    () =>
      new Map(
        $getRoot()
          .getChildren()
          .map((block) => [block.getKey(), $textOf(block)]),
      ),
  )
  for (const { blocks, characters, length } of editor.read(() => $typedSince(before))) {
    for (let left = length; left >= 0; left--) {
      const isTyped = left < length
      editor.update(() => $moveCaret({ blocks, characters: characters + left }, isTyped), {
        discrete: true,
        tag: REPLAY_TAG,
      })
      // Commits the updates of the listeners before the next letter.
      editor.update(() => undefined, { discrete: true })
    }
  }
  if (caret) editor.update(() => $moveCaret(caret, false), { discrete: true })
  // The moved caret has taken the focus out of the title, for example.
  if (focused !== root && isHTMLElement(focused)) focused.focus({ preventScroll: true })
}

/** The changed part of each changed block of text. */
function $typedSince(before: ReadonlyMap<string, string>): TypedRange[] {
  const blocks = $getRoot().getChildren()
  return blocks.flatMap((block, index) => {
    const text = $textOf(block)
    const known = before.get(block.getKey()) ?? ''
    if (text === known || $isListNode(block)) return []
    const same = commonStart(text, known)
    const characters = Math.min(commonEnd(text, known), Math.min(text.length, known.length) - same)
    const length = text.length - same - characters
    const hasTrigger = TRIGGERS.test(text.slice(same, same + length))
    return hasTrigger && length <= MAX_LENGTH
      ? [{ blocks: blocks.length - 1 - index, characters, length }]
      : []
  })
}

function $caretPosition(): Position | null {
  const caret = $caret()
  const block = caret?.getNode().getTopLevelElement()
  if (!caret || !$isElementNode(block)) return null
  const read = $readBlockText(block)
  const characters = read.text.length - $offsetIn(read, caret)
  return { blocks: block.getNextSiblings().length, characters }
}

const $textOf = (block: LexicalNode) => ($isElementNode(block) ? $readBlockText(block).text : '')

/** @param isTyped whether to mark the text as just typed */
function $moveCaret({ blocks, characters }: Position, isTyped: boolean): void {
  const block = $getRoot()
    .getChildren()
    .at(-1 - blocks)
  if (!$isElementNode(block)) return
  const read = $readBlockText(block)
  const text = $selectOffset(read, read.text.length - characters, isTyped)
  if (isTyped) text?.markDirty()
}
