import { $isCodeNode } from '@lexical/code-core'
import {
  $addUpdateTag,
  $create,
  $findMatchingParent,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isRangeSelection,
  $isTextNode,
  $setState,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  type PointType,
  type RangeSelection,
} from 'lexical'
import { announce } from '../blocks/announce.ts'
import { slateState } from '../state.ts'
import { $findFootnotes, $footnoteAtCaret, $isFootnoteReference, $nameOf } from './find-footnotes.ts'
import { $isFootnote, FootnoteNode, FootnoteReferenceNode } from './footnote-nodes.ts'

/**
 * Inserts a reference after the selection, and moves the caret to its new footnote. From a footnote, the caret returns to
 * the text; directly after a reference, it goes to the footnote of that reference.
 */
export function $insertFootnote(editor: LexicalEditor): boolean {
  const selection = $getSelection()
  if (!$isRangeSelection(selection)) return false
  if ($returnToText(editor)) return true
  const end = selection.isBackward() ? selection.anchor : selection.focus
  // Lines of code hold text only.
  if ($findMatchingParent(end.getNode(), $isCodeNode)) return false
  const before = $nodeBefore(end)
  if (selection.isCollapsed() && $isFootnoteReference(before)) $openFootnote(editor, before)
  else $insertAt(end, selection, editor)
  return true
}

/** Moves the caret to the footnote of a reference, which is made if it is missing. */
export function $openFootnote(editor: LexicalEditor, reference: FootnoteReferenceNode): void {
  const name = $nameOf(reference)
  const note = $findFootnotes().numbered.get(name) ?? $appendFootnote(name)
  note.selectEnd()
  announce(editor, `Footnote ${[...$findFootnotes().numbered.keys()].indexOf(name) + 1}`)
}

/** Moves the caret from a footnote to its first reference. @returns whether the caret was in a footnote */
export function $returnToText(editor: LexicalEditor): boolean {
  const note = $footnoteAtCaret()
  if (!note) return false
  const [reference] = $findFootnotes().references.get($nameOf(note)) ?? []
  if (reference) reference.selectNext(0, 0)
  else $selectEndOfBody()
  announce(editor, 'Back in the text')
  return true
}

/** Random, so that footnotes of two writers differ when their texts are merged. */
export const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('')

function $insertAt(end: PointType, selection: RangeSelection, editor: LexicalEditor): void {
  const { key, offset, type } = end
  selection.anchor.set(key, offset, type)
  selection.focus.set(key, offset, type)
  $addUpdateTag(HISTORY_PUSH_TAG)
  const reference = $setState($create(FootnoteReferenceNode), slateState, { note: newName() })
  selection.insertNodes([reference])
  $openFootnote(editor, reference)
}

function $appendFootnote(name: string): FootnoteNode {
  const note = $setState($create(FootnoteNode), slateState, { note: name })
  $getRoot().append(note)
  return note
}

/** The node that ends at a point. */
function $nodeBefore(point: PointType): LexicalNode | null {
  const node = point.getNode()
  if ($isTextNode(node)) return point.offset === 0 ? node.getPreviousSibling() : null
  return $isElementNode(node) ? node.getChildAtIndex(point.offset - 1) : null
}

function $selectEndOfBody(): void {
  const last = $getRoot()
    .getChildren()
    .findLast((block) => !$isFootnote(block))
  last?.selectEnd()
}
