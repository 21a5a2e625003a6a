import { $isCodeNode } from '@lexical/code-core'
import { $getNodeByKey, $getSelection, $isElementNode, type LexicalNode, type NodeKey } from 'lexical'
import type { BlockKind } from '../blocks/block-kinds.ts'
import { CONTROL_GROUPS, type ControlGroup } from '../controls/controls.ts'
import { $readBlock, NO_SELECTION, type SelectionState } from '../controls/selection-state.ts'
import { $isFootnote } from '../footnotes/footnote-nodes.ts'

/** The block whose menu is open. */
export interface MenuBlock {
  key: NodeKey
  /** As if the caret were in it. */
  state: SelectionState
  /** The toolbar’s controls that can do something to it. */
  groups: readonly ControlGroup[]
}

/** A story rarely needs them; the toolbar has them. */
const RARE: readonly BlockKind[] = ['heading-four', 'heading-five', 'heading-six']
const CONTROLS = CONTROL_GROUPS.flatMap(({ controls }) => controls)
const TURN_INTO: ControlGroup = {
  name: 'Turn into',
  controls: CONTROLS.filter((control) => control.kind === 'block' && !RARE.includes(control.block)),
}
const ALIGN: ControlGroup = { name: 'Align', controls: CONTROLS.filter(({ kind }) => kind === 'align') }
const MOVE: ControlGroup = { name: 'Move', controls: CONTROLS.filter(({ kind }) => kind === 'move') }

/** The block with this key, or with null that of the caret. */
export function $menuBlock(key: NodeKey | null): MenuBlock | null {
  const node = key === null ? $getSelection()?.getNodes()[0] : $getNodeByKey(key)
  const block = node && [node, ...node.getParents()].at(-2)
  if (!block) return null
  const first = ($isElementNode(block) && block.getFirstDescendant()) || block
  return {
    key: block.getKey(),
    state: { ...NO_SELECTION, ...$readBlock(first) },
    groups: $groupsOf(block),
  }
}

function $groupsOf(block: LexicalNode): ControlGroup[] {
  // Footnotes are in the order of their references.
  if ($isFootnote(block)) return []
  if (!$isElementNode(block)) return [MOVE]
  return $isCodeNode(block) ? [TURN_INTO, MOVE] : [TURN_INTO, ALIGN, MOVE]
}
