import type { Block } from '@nightdesk/contracts'
import {
  $getNodeByKey,
  $getRoot,
  $isElementNode,
  $parseSerializedNode,
  type EditorState,
  type LexicalEditor,
  type LexicalNode,
  type NodeKey,
} from 'lexical'
import type { LexicalJson } from '../blocks/block.ts'
import { blocksOf, toLexical } from '../convert.ts'

/** The content of an editor in one of its states. */
interface Content {
  state: EditorState
  /** By the keys of the top-level nodes. */
  blocks: ReadonlyMap<NodeKey, Block[]>
}

const converted = /* @__PURE__ */ new WeakMap<LexicalEditor, Content>()

/**
 * The blocks of each top-level node: one, several, or none while an image is being uploaded. Only what has changed since the
 * last call is converted, and other blocks are the same objects as before, so that typing in a long text is fast.
 */
export function blocksByNode(editor: LexicalEditor): ReadonlyMap<NodeKey, Block[]> {
  const state = editor.getEditorState()
  const last = converted.get(editor)
  if (last?.state === state) return last.blocks
  const $blocksOf = (node: LexicalNode) =>
    (last && $isUntouched(node, last.state) && last.blocks.get(node.getKey())) ||
    blocksOf([$exportNode(node)])
  const blocks = state.read(
    () =>
      new Map(
        $getRoot()
          .getChildren()
          .map((node) => [node.getKey(), $blocksOf(node)]),
      ),
  )
  converted.set(editor, { state, blocks })
  return blocks
}

export const contentOf = (editor: LexicalEditor): Block[] => [...blocksByNode(editor).values()].flat()

/** Calls back with the blocks after every change of the content, not of the selection. @returns a function that stops it */
export function onContentChange(editor: LexicalEditor, callback: (blocks: Block[]) => void): () => void {
  return editor.registerUpdateListener(({ dirtyElements, dirtyLeaves, prevEditorState }) => {
    if (dirtyElements.size + dirtyLeaves.size > 0 && !prevEditorState.isEmpty()) callback(contentOf(editor))
  })
}

/** Lexical nodes are immutable, so identity is enough. Dirty nodes are not: they are incomplete after an undo. */
export function $isUntouched(node: LexicalNode, before: EditorState): boolean {
  if ($getNodeByKey(node.getKey(), before) !== node) return false
  return !$isElementNode(node) || node.getChildren().every((child) => $isUntouched(child, before))
}

export function $exportNode(node: LexicalNode): LexicalJson {
  const json: LexicalJson = node.exportJSON()
  return $isElementNode(node) ? { ...json, children: node.getChildren().map($exportNode) } : json
}

/** Makes the nodes of blocks, which are not in the text yet. */
export const $createNodes = (blocks: readonly Block[]): LexicalNode[] =>
  toLexical(blocks).root.children.map($parseSerializedNode)
