import { getExtensionDependencyFromEditor } from '@lexical/extension'
import { HistoryExtension } from '@lexical/history'
import { $isListNode } from '@lexical/list'
import { $getRoot, $getSelection, $isElementNode, $isRangeSelection, type LexicalEditor } from 'lexical'
import { REPLAY_TAG } from './on-typed.ts'
import { $selectFromEnd, commonPrefixLength, commonSuffixLength } from './text-offsets.ts'

/** Characters of a block that are looked at again: nobody types more in the time that the code takes. */
const MAX_LENGTH = 1_000

/** Without one of these, nothing becomes of letters; words alone stay one step of undo. */
const TRIGGERS = /[#>*+_~`"')]|--|\.\.\.|[-.]\s|:\/\/|www\./

/** A place as it is told from the end of the text, which stays the same while what stands before it is changed. */
interface Position {
  /** Blocks behind the one with the place. */
  blocks: number
  /** Characters behind it within its block. */
  characters: number
}

/** What was typed. */
interface TypedRange extends Position {
  length: number
}

/**
 * Leads the caret once more, letter by letter, through what was typed while this code was on its way, so that all that
 * looks at typed letters sees them, and back to where it was.
 */
export function replayTyping(editor: LexicalEditor): void {
  const [first] = getExtensionDependencyFromEditor(editor, HistoryExtension).output.historyState.peek()
    .undoStack
  if (!first || editor.isComposing()) return
  const caret = editor.read($caretPosition)
  const before = first.editorState.read(
    () =>
      new Map(
        $getRoot()
          .getChildren()
          .map((block) => [block.getKey(), block.getTextContent()]),
      ),
  )
  for (const { blocks, characters, length } of editor.read(() => $typedSince(before))) {
    for (let left = length; left >= 0; left--) {
      const isTyped = left < length
      editor.update(() => $moveCaret({ blocks, characters: characters + left }, isTyped), {
        discrete: true,
        tag: REPLAY_TAG,
      })
      // What the letter led to is done before the next.
      editor.update(() => undefined, { discrete: true })
    }
  }
  if (caret) editor.update(() => $moveCaret(caret, false), { discrete: true })
}

/** The blocks of text that are another than before, and which part of each is. */
function $typedSince(before: ReadonlyMap<string, string>): TypedRange[] {
  const blocks = $getRoot().getChildren()
  return blocks.flatMap((block, index) => {
    const text = block.getTextContent()
    const known = before.get(block.getKey()) ?? ''
    if (text === known || !$isElementNode(block) || $isListNode(block)) return []
    const same = commonPrefixLength(text, known)
    const characters = Math.min(commonSuffixLength(text, known), Math.min(text.length, known.length) - same)
    const length = text.length - same - characters
    const hasTrigger = TRIGGERS.test(text.slice(same, same + length))
    return hasTrigger && length <= MAX_LENGTH
      ? [{ blocks: blocks.length - 1 - index, characters, length }]
      : []
  })
}

function $caretPosition(): Position | null {
  const selection = $getSelection()
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return null
  const { anchor } = selection
  const node = anchor.getNode()
  const block = node.getTopLevelElement()
  if (!block) return null
  const texts = $isElementNode(block) ? block.getAllTextNodes() : []
  const behind = texts.slice(texts.findIndex((text) => text.is(node)) + 1)
  const characters = behind.reduce((sum, text) => sum + text.getTextContentSize(), 0)
  const rest = anchor.type === 'text' ? node.getTextContentSize() - anchor.offset : 0
  return { blocks: block.getNextSiblings().length, characters: characters + rest }
}

/** @param isTyped whether the text there is to be looked at as if it had just been typed */
function $moveCaret({ blocks, characters }: Position, isTyped: boolean): void {
  const block = $getRoot()
    .getChildren()
    .at(-1 - blocks)
  if (!$isElementNode(block)) return
  const text = $selectFromEnd(block, characters, isTyped)
  if (isTyped) text?.markDirty()
}
