import { $isListItemNode, $isListNode, type ListItemNode } from '@lexical/list'
import { $findMatchingParent } from '@lexical/utils'
import {
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $setState,
  type ElementNode,
  INDENT_CONTENT_COMMAND,
  type LexicalEditor,
  type LexicalNode,
  OUTDENT_CONTENT_COMMAND,
} from 'lexical'
import { announce } from './commands.ts'
import { $isFootnote, joinedState } from './nodes.ts'

type Direction = 'up' | 'down'

/** Moves the selected blocks past their neighbour. Items of a list move within the list, then the whole list moves. */
export function moveBlocks(editor: LexicalEditor, direction: Direction): void {
  editor.update(() => {
    const place = $moveWithin($listAround(), direction) ?? $moveWithin($getRoot(), direction)
    announce(editor, place ? `Moved ${direction}, ${place}` : `Cannot move further ${direction}`)
  })
}

/** @returns the new position such as "2 of 5", or undefined if nothing moved */
function $moveWithin(parent: ElementNode | null, direction: Direction): string | undefined {
  const nodes = $getSelection()?.getNodes() ?? []
  const [start, end] = [nodes.at(0), nodes.at(-1)]
  if (!parent || !start || !end) return
  const groups = $groupChildren(parent)
  const holding = (node: LexicalNode) =>
    groups.findIndex((group) => group.some((child) => child.is(node) || child.isParentOf(node)))
  const [first, last] = [holding(start), holding(end)]
  if (first < 0 || last < 0) return
  // Moves the neighbour instead of the selected nodes, which preserves the selection.
  const neighbour = groups[direction === 'up' ? first - 1 : last + 1]
  if (!neighbour) return
  if (direction === 'up') for (const node of neighbour.toReversed()) groups[last]?.at(-1)?.insertAfter(node)
  else for (const node of neighbour) groups[first]?.[0]?.insertBefore(node)
  return `${first + 1 + (direction === 'up' ? -1 : 1)} of ${groups.length}`
}

/** The list that contains the whole selection. */
function $listAround(): ElementNode | null {
  const nodes = $getSelection()?.getNodes() ?? []
  const item = nodes[0] && $findMatchingParent(nodes[0], $isListItemNode)
  const list = item?.getParent() ?? null
  return list && nodes.every((node) => list.is(node) || list.isParentOf(node)) ? list : null
}

/** Groups of children that move together: an item, and the item after it that holds its nested list. Footnotes never move. */
function $groupChildren(parent: ElementNode): LexicalNode[][] {
  const groups: LexicalNode[][] = []
  for (const child of parent.getChildren()) {
    if ($isFootnote(child)) continue
    const owner = groups.at(-1)
    const isNested = $isListItemNode(child) && $isListNode(child.getFirstChild())
    if (owner && isNested) owner.push(child)
    else groups.push([child])
  }
  return groups
}

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
