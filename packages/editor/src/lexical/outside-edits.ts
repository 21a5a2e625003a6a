import type { Block } from '@nightdesk/contracts'
import {
  $createRangeSelection,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isElementNode,
  $parseSerializedNode,
  $setSelection,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical'
import { blocksOf, toLexical } from '../convert.ts'
import type { EditorPlace } from '../copy-marks/prose.ts'
import { alignEqual, gapsBetween } from '../diff/align.ts'
import { lackingFootnotes } from '../footnotes.ts'
import {
  $blockAround,
  $blocksWithText,
  $caret,
  $offsetIn,
  $readBlockText,
  $selectOffset,
  $textAt,
} from './block-text.ts'
import { REPLACED_TAG } from './commands.ts'
import { $createNodes, blocksByNode, contentOf } from './content.ts'
import { $imagesIn } from './images/image-node.tsx'
import { $isFootnote, $lastInBody, $selectEndOf } from './nodes.ts'

/** Replaces the text, as one step of undo. Blocks that are in both texts keep their nodes, and the caret stays in its block. */
export function replaceContent(editor: LexicalEditor, content: readonly Block[]): void {
  // The selection of the page would move the focus out of an open dialog, or the field that is being written, into the text.
  const focused = editor.getRootElement()?.ownerDocument.activeElement
  const tag = focused?.closest(ELSEWHERE) ? [REPLACED_TAG, SKIP_DOM_SELECTION_TAG] : REPLACED_TAG
  // Reading commits what is pending.
  const blocks = editor.read(() => blocksByNode(editor))
  editor.update(() => $replaceContent(blocks, content), { discrete: true, tag })
}

/** Not the slider of the versions, which the text takes the place of. */
const ELSEWHERE = '[role$=dialog], [role=menu], input:not([type=range]), textarea, select'

function $replaceContent(blocks: ReadonlyMap<NodeKey, Block[]>, content: readonly Block[]): void {
  // An image that is being uploaded has no block yet: it is not replaced.
  const before = $getRoot()
    .getChildren()
    .map((node) => ({ node, own: blocks.get(node.getKey()) ?? [] }))
    .filter(({ own }) => own.length > 0)
  const after = toLexical(content.length > 0 ? content : EMPTY).root.children
  const equal = alignEqual(
    before.map(({ own }) => asOne(own)),
    after.map((json) => asOne(blocksOf([json]))),
  )
  for (const gap of gapsBetween(equal, before.length, after.length)) {
    const next = before[gap.before[1]]?.node
    const made = after.slice(...gap.after).map((json) => {
      const node = $parseSerializedNode(json)
      if (next) next.insertBefore(node)
      else $getRoot().append(node)
      return node
    })
    for (const [index, { node }] of before.slice(...gap.before).entries()) {
      $moveCaret(node, made[index])
      node.remove()
    }
  }
}

/** Moves a caret in a node to the same letters of the node that replaces it. */
function $moveCaret(from: LexicalNode, to: LexicalNode | undefined): void {
  const caret = $caret()
  const block = caret && $blockAround(caret.getNode())
  const index = $blocksWithText(from).findIndex((one) => one.is(block))
  const target = to && $blocksWithText(to)[index]
  if (!caret || !block || !target) return
  const old = $readBlockText(block)
  const replacement = $readBlockText(target)
  const offset = $offsetIn(old, caret)
  const isBehindChange = !replacement.text.startsWith(old.text.slice(0, offset))
  const fromEnd = Math.max(0, replacement.text.length - (old.text.length - offset))
  $selectOffset(replacement, isBehindChange ? fromEnd : offset)
}

/** An editor always has a line to write in. */
const EMPTY: Block[] = [{ type: 'paragraph', children: [{ text: '' }] }]

/** Most nodes are one block. A node that is several blocks is combined, so that it equals no block. */
const asOne = (blocks: Block[]): Block =>
  blocks.length === 1 && blocks[0] ? blocks[0] : { type: '', children: blocks }

/** Selects a place in the text and scrolls to it. An image gets the focus in the field of its description. */
export function selectPlace(editor: LexicalEditor, { block, from, to, image }: EditorPlace): void {
  const node = editor.read(() => $nodeOf(blocksByNode(editor), block))
  if (!node) return
  if (image === undefined) editor.update(() => $selectText(node, from, to), { discrete: true })
  const key = image === undefined ? node.getKey() : editor.read(() => $imagesIn(node)[image]?.getKey())
  const element = editor.getElementByKey(key ?? '')
  element?.scrollIntoView({ block: 'center' })
  if (image === undefined) editor.focus()
  else element?.querySelector('input')?.focus()
}

/** The top-level node with a block, which is given by its index among all blocks. */
function $nodeOf(blocks: ReadonlyMap<NodeKey, Block[]>, index: number): LexicalNode | null {
  let count = 0
  for (const [key, own] of blocks) {
    count += own.length
    if (count > index) return $getNodeByKey(key)
  }
  return null
}

function $selectText(node: LexicalNode, from: number, to: number): void {
  const start = $textAt(node, from)
  const end = $textAt(node, to, true)
  if (!start || !end) {
    node.selectStart()
    return
  }
  const selection = $createRangeSelection()
  selection.setTextNodeRange(start.node, start.offset, end.node, end.offset)
  $setSelection(selection)
}

/**
 * Inserts a block below the block with the caret, in its place if it is empty, or at the end if there is no caret in the body; and the
 * footnotes of its text that it refers to, unless they are there. One step of undo; the caret moves to the end of the block.
 */
export function insertBlock(editor: LexicalEditor, block: Block, text: readonly Block[]): void {
  const notes = lackingFootnotes(block, text, contentOf(editor))
  editor.update(
    () => {
      const [node] = $createNodes([block])
      if (node) $insertBelow(node)
      $getRoot().append(...$createNodes(notes))
    },
    { discrete: true, tag: HISTORY_PUSH_TAG },
  )
}

function $insertBelow(node: LexicalNode): void {
  const selected = $getSelection()?.getNodes().at(-1)
  const block = selected?.getTopLevelElement()
  const here = block && !$isFootnote(block) ? block : $lastInBody()
  if (here) here.insertAfter(node)
  else $getRoot().append(node)
  $selectEndOf(node)
  if ($isElementNode(here) && here.isEmpty()) here.remove()
}
