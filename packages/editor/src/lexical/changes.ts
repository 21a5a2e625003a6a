import type { Block } from '@nightdesk/contracts'
import { $getRoot, $isElementNode, type LexicalEditor, type LexicalNode, type NodeKey } from 'lexical'
import type { LexicalJson } from '../blocks/block.ts'
import { blocksOf } from '../convert.ts'

/**
 * Calls back with the blocks after every change of the content, not of the selection. Blocks that did not
 * change are the same objects as before: what a keystroke costs does not grow with the length of the text.
 */
export function onContentChange(editor: LexicalEditor, callback: (blocks: Block[]) => void): () => void {
  let known = new Map<NodeKey, Block[]>()
  return editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves, prevEditorState }) => {
    if (dirtyElements.size + dirtyLeaves.size === 0 || prevEditorState.isEmpty()) return
    const blocks = editorState.read(() => {
      const fresh = new Map<NodeKey, Block[]>()
      for (const node of $getRoot().getChildren()) {
        const key = node.getKey()
        const isDirty = dirtyElements.has(key) || dirtyLeaves.has(key)
        fresh.set(key, (!isDirty && known.get(key)) || blocksOf([exportNode(node)]))
      }
      known = fresh
      return [...fresh.values()].flat()
    })
    callback(blocks)
  })
}

function exportNode(node: LexicalNode): LexicalJson {
  const json: LexicalJson = node.exportJSON()
  return $isElementNode(node) ? { ...json, children: node.getChildren().map(exportNode) } : json
}
