import { $isListItemNode, $isListNode } from '@lexical/list'
import { $findMatchingParent } from '@lexical/utils'
import { $getRoot, $getSelection, type ElementNode, type LexicalEditor, type LexicalNode } from 'lexical'
import { announce } from '../blocks/announce.ts'
import { $isFootnote } from '../footnotes/footnote-nodes.ts'

export type Direction = 'up' | 'down'

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
