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

/** A click below an image or code that ends the text begins a paragraph there: nothing else can be clicked on. */
export function writeBelowText(editor: LexicalEditor): () => void {
  // Before the browser moves the caret, which would be seen.
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

/** What ends the text, if no caret can be put below it. */
function $lastBlock(): LexicalNode | undefined {
  const last = $getRoot().getLastChild()
  return last && ($isDecoratorNode(last) || $isCodeNode(last)) ? last : undefined
}
