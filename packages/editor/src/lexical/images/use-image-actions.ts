import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import {
  $createParagraphNode,
  $getNodeByKey,
  $getState,
  $isElementNode,
  $isParagraphNode,
  $setState,
  HISTORY_PUSH_TAG,
  type LexicalNode,
  type NodeKey,
} from 'lexical'
import { type CaptionKey, imageText } from '../../blocks/image-text.ts'
import { $selectNode } from '../blocks/select-node.ts'
import { slateState } from '../state.ts'
import { ImageNode } from './image-node.tsx'

/** What the fields of an image change. */
export function useImageActions(nodeKey: NodeKey) {
  const [editor] = useLexicalComposerContext()
  const leave = ($select: (image: LexicalNode) => void, tag?: string) => () => {
    // Lexical moves the focus for range selections only, not for node selections.
    editor.getRootElement()?.focus({ preventScroll: true })
    editor.update(
      () => {
        const node = $getNodeByKey(nodeKey)
        if (node) $select(node)
      },
      { tag },
    )
  }
  return {
    setText: (name: 'alt' | CaptionKey, text: string) =>
      // At once: a removal that follows is another step of undo.
      editor.update(() => $setText($getNodeByKey(nodeKey), name, text), {
        tag: HISTORY_PUSH_TAG,
        discrete: true,
      }),
    /** Selects the image and returns the focus to the text. */
    select: leave($selectNode),
    writeBelow: leave($writeBelow, HISTORY_PUSH_TAG),
    moveBelow: leave($moveBelow),
    remove: () =>
      editor.update(() => $getNodeByKey(nodeKey)?.remove(), {
        tag: HISTORY_PUSH_TAG,
        // Not before: the focus change would be recorded in the previous step of undo.
        onUpdate: () => editor.focus(),
      }),
  }
}

/** The text is on one line. An empty one is removed. */
function $setText(node: LexicalNode | null, name: 'alt' | CaptionKey, text: string): void {
  if (!(node instanceof ImageNode)) return
  const image = $getState(node, slateState) ?? {}
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === imageText(image, name)) return
  const { [name]: _, ...others } = image
  $setState(node, slateState, line === '' ? others : { ...others, [name]: line })
}

/** Goes on in the empty paragraph below an image, or begins one. */
function $writeBelow(image: LexicalNode): void {
  const next = image.getNextSibling()
  const below = $isParagraphNode(next) && next.isEmpty() ? next : image.insertAfter($createParagraphNode())
  below.selectStart()
}

function $moveBelow(image: LexicalNode): void {
  const next = image.getNextSibling()
  if ($isElementNode(next)) next.selectStart()
  else $selectNode(next ?? image)
}
