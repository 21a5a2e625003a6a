import { getExtensionDependencyFromEditor } from '@lexical/extension'
import { HistoryExtension } from '@lexical/history'
import { $isListNode } from '@lexical/list'
import { $getRoot, $getSelection, $isElementNode, $isRangeSelection, type LexicalEditor } from 'lexical'
import { SEEN_AGAIN_TAG } from './on-typed.ts'
import { $selectFromEnd, sameEnd, sameStart } from './places.ts'

/** Characters of a block that are looked at again: nobody types more in the time that the code takes. */
const MOST = 1_000

/** Without one of these, nothing becomes of letters; words alone stay one step of undo. */
const SIGNS = /[#>*+_~`"')]|--|\.\.\.|[-.]\s|:\/\/|www\./

/** A place as it is told from the end of the text, which stays the same while what stands before it is changed. */
interface Place {
  /** Blocks behind the one with the place. */
  blocks: number
  /** Characters behind it within its block. */
  characters: number
}

/** What was typed. */
interface Stretch extends Place {
  length: number
}

/**
 * Leads the caret once more, letter by letter, through what was typed while this code was on its way, so that all that
 * looks at typed letters sees them, and back to where it was.
 */
export function catchUp(editor: LexicalEditor): void {
  const [first] = getExtensionDependencyFromEditor(editor, HistoryExtension).output.historyState.peek()
    .undoStack
  if (!first || editor.isComposing()) return
  const caret = editor.read($caretPlace)
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
      editor.update(() => $placeCaret({ blocks, characters: characters + left }, isTyped), {
        discrete: true,
        tag: SEEN_AGAIN_TAG,
      })
      // What the letter led to is done before the next.
      editor.update(() => undefined, { discrete: true })
    }
  }
  if (caret) editor.update(() => $placeCaret(caret, false), { discrete: true })
}

/** The blocks of text that are another than before, and which part of each is. */
function $typedSince(before: ReadonlyMap<string, string>): Stretch[] {
  const blocks = $getRoot().getChildren()
  return blocks.flatMap((block, index) => {
    const text = block.getTextContent()
    const known = before.get(block.getKey()) ?? ''
    if (text === known || !$isElementNode(block) || $isListNode(block)) return []
    const same = sameStart(text, known)
    const characters = Math.min(sameEnd(text, known), Math.min(text.length, known.length) - same)
    const length = text.length - same - characters
    const isSign = SIGNS.test(text.slice(same, same + length))
    return isSign && length <= MOST ? [{ blocks: blocks.length - 1 - index, characters, length }] : []
  })
}

function $caretPlace(): Place | null {
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
function $placeCaret({ blocks, characters }: Place, isTyped: boolean): void {
  const block = $getRoot()
    .getChildren()
    .at(-1 - blocks)
  if (!$isElementNode(block)) return
  const text = $selectFromEnd(block, characters, isTyped)
  if (isTyped) text?.markDirty()
}
