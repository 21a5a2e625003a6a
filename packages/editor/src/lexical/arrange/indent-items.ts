import { $isListItemNode, type ListItemNode } from '@lexical/list'
import { $findMatchingParent } from '@lexical/utils'
import {
  $getNodeByKey,
  $getSelection,
  $setState,
  INDENT_CONTENT_COMMAND,
  type LexicalEditor,
  OUTDENT_CONTENT_COMMAND,
} from 'lexical'
import { announce } from '../blocks/announce.ts'
import { joinedState } from '../state.ts'

/**
 * Indents or outdents the selected items of a list. An item without a previous item is not indented, because HTML lists
 * cannot skip a level. @returns whether the selection is in a list
 */
export function $indentItems(editor: LexicalEditor, step: 1 | -1): boolean {
  const first = $itemAround()
  if (!first) return false
  const canMove = step === 1 ? first.getPreviousSibling() !== null : first.getIndent() > 0
  if (canMove) {
    editor.dispatchCommand(step === 1 ? INDENT_CONTENT_COMMAND : OUTDENT_CONTENT_COMMAND, undefined)
    $joinNested(editor, first.getLatest())
  }
  announce(editor, `List level ${$levelOf(first.getLatest())}`)
  return true
}

/** Marks the items that Lexical has made for a nested list as part of the item above. */
function $joinNested(editor: LexicalEditor, item: ListItemNode): void {
  const known = editor.getEditorState()
  for (
    let nesting = item.getParent()?.getParent();
    $isListItemNode(nesting);
    nesting = nesting.getParent()?.getParent()
  )
    if (!$getNodeByKey(nesting.getKey(), known)) $setState(nesting, joinedState, true)
}

/** The level of the item at the start of the selection, from 1; 0 outside of lists. */
export function $listLevel(): number {
  const item = $itemAround()
  return item ? $levelOf(item) : 0
}

function $itemAround(): ListItemNode | null {
  const start = $getSelection()
    ?.getStartEndPoints()
    ?.toSorted((a, b) => (a.isBefore(b) ? -1 : 1))[0]
  return start ? $findMatchingParent(start.getNode(), $isListItemNode) : null
}

const $levelOf = (item: ListItemNode) => item.getIndent() + 1
