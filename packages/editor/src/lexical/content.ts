import type { Block } from '@nightdesk/contracts'
import {
  $getNodeByKey,
  $getRoot,
  $isElementNode,
  type EditorState,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
} from 'lexical'
import type { LexicalJson } from '../blocks/block.ts'
import { blocksOf } from '../convert.ts'

/**
 * Calls back with the blocks after every change of the content, not of the selection. Only changed blocks are
 * converted, and the others are the same objects as before, so that typing in a long text is fast.
 */
export function onContentChange(editor: LexicalEditor, callback: (blocks: Block[]) => void): () => void {
  let known = new Map<NodeKey, Block[]>()
  return editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves, prevEditorState }) => {
    if (dirtyElements.size + dirtyLeaves.size === 0 || prevEditorState.isEmpty()) return
    known = editorState.read(() => $convert(known, prevEditorState))
    callback([...known.values()].flat())
  })
}

function $convert(known: ReadonlyMap<NodeKey, Block[]>, before: EditorState): Map<NodeKey, Block[]> {
  return new Map(
    $getRoot()
      .getChildren()
      .map((node) => {
        const blocks = $isUntouched(node, before) ? known.get(node.getKey()) : undefined
        return [node.getKey(), blocks ?? blocksOf([$exportNode(node)])]
      }),
  )
}

/** Lexical nodes are immutable, so identity is enough. Dirty nodes are not: they are incomplete after an undo. */
export function $isUntouched(node: LexicalNode, before: EditorState): boolean {
  if ($getNodeByKey(node.getKey(), before) !== node) return false
  return !$isElementNode(node) || node.getChildren().every((child) => $isUntouched(child, before))
}

/** Serializes a node with its descendants. */
export function $exportNode(node: LexicalNode): LexicalJson {
  const json: LexicalJson = node.exportJSON()
  return $isElementNode(node) ? { ...json, children: node.getChildren().map($exportNode) } : json
}
