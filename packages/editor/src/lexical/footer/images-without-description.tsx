import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import { $getNodeByKey, $getState, type LexicalEditor, type NodeKey } from 'lexical'
import { imageText } from '../../blocks/image-text.ts'
import { ImageNode } from '../images/image-node.tsx'
import { slateState } from '../state.ts'

/** The number of images without a description; a press focuses the field of the first. Nothing if there are none. */
export function ImagesWithoutDescription() {
  const [editor] = useLexicalComposerContext()
  const keys = useLexicalSubscription(subscribeToUndescribed)
  if (keys.length === 0) return null
  return (
    <button type="button" className="editor-bare-images" onClick={() => leadToFirst(editor, keys)}>
      {keys.length === 1 ? '1 image has no description' : `${keys.length} images have no description`}
    </button>
  )
}

/** Checks changed images only, so that typing costs nothing. */
function subscribeToUndescribed(editor: LexicalEditor) {
  return {
    initialValueFn: (): readonly NodeKey[] => [],
    subscribe: (callback: (keys: readonly NodeKey[]) => void) => {
      const bare = new Set<NodeKey>()
      return editor.registerMutationListener(ImageNode, (mutations) => {
        editor.read(() => {
          for (const key of mutations.keys()) {
            if ($isUndescribed(key)) bare.add(key)
            else bare.delete(key)
          }
        })
        callback([...bare])
      })
    },
  }
}

function $isUndescribed(key: NodeKey): boolean {
  const node = $getNodeByKey(key)
  return node instanceof ImageNode && imageText($getState(node, slateState) ?? {}, 'alt') === ''
}

/** Milliseconds that a press waits for a field. Later, the focus may be needed elsewhere. */
const PATIENCE = 2_000

/** Focuses the field of the first image. An image that was just added gets its fields a moment later. */
function leadToFirst(editor: LexicalEditor, keys: readonly NodeKey[]): void {
  const root = editor.getRootElement()
  const field = firstField(editor, keys)
  if (field) field.focus()
  if (field || !root) return
  const observer = new MutationObserver(() => {
    const added = firstField(editor, keys)
    if (!added) return
    observer.disconnect()
    added.focus()
  })
  observer.observe(root, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), PATIENCE)
}

function firstField(editor: LexicalEditor, keys: readonly NodeKey[]): HTMLInputElement | undefined {
  const fields = keys.flatMap((key) => editor.getElementByKey(key)?.querySelector('input') ?? [])
  return fields.toSorted((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )[0]
}
