import { $isCodeNode } from '@lexical/code-core'
import {
  $createParagraphNode,
  $getRoot,
  $isDecoratorNode,
  type LexicalEditor,
  type LexicalNode,
  registerEventListeners,
  stopLexicalPropagation,
} from 'lexical'

/** A click below an image or code block at the end of the text adds a paragraph there: the caret has no other place. */
export function writeBelowText(editor: LexicalEditor): () => void {
  // On mousedown, before the browser moves the caret visibly.
  const stay = (event: MouseEvent) => {
    if (isBelowText(editor, event)) event.preventDefault()
  }
  const begin = (event: MouseEvent) => {
    if (!isBelowText(editor, event)) return
    event.preventDefault()
    stopLexicalPropagation(event)
    editor.update(() => {
      $lastBlock()?.insertAfter($createParagraphNode()).selectStart()
    })
  }
  return editor.registerRootListener((root) => {
    if (root) return registerEventListeners(root, { mousedown: stay, click: begin }, true)
  })
}

function isBelowText(editor: LexicalEditor, { target, clientY }: MouseEvent): boolean {
  if (target !== editor.getRootElement() || !editor.isEditable()) return false
  const last = editor.read($lastBlock)
  const element = last && editor.getElementByKey(last.getKey())
  return element ? clientY > element.getBoundingClientRect().bottom : false
}

/** The last block, if it is an image or a code block. */
function $lastBlock(): LexicalNode | undefined {
  const last = $getRoot().getLastChild()
  return last && ($isDecoratorNode(last) || $isCodeNode(last)) ? last : undefined
}
