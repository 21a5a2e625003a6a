import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useExtensionSignalValue } from '@lexical/react/useExtensionSignalValue'
import { imageSource } from '@nightdesk/contracts'
import { $getNodeByKey, $setState, HISTORY_PUSH_TAG, type NodeKey } from 'lexical'
import { imageReferrerPolicy, imageSize } from '../../blocks/image.tsx'
import { imageText } from '../../blocks/image-text.ts'
import { $selectNode } from '../blocks/select-node.ts'
import { slateState } from '../state.ts'
import { DescriptionField } from './description-field.tsx'
import { OutsideImageExtension, outsideUrl } from './outside-image.ts'

interface EditorImageProps {
  nodeKey: NodeKey
  /** The keys of the image block. */
  image: Record<string, unknown>
}

/** An image in the editor, with a field for its description below. */
export function EditorImage({ nodeKey, image }: EditorImageProps) {
  const source = imageSource(image)
  const Control = useExtensionSignalValue(OutsideImageExtension, 'Control')
  const outside = source === undefined ? undefined : outsideUrl(source)
  return (
    <span className="editor-image-box">
      {/* The Content-Security-Policy blocks insecure images: without this test a broken image would be shown. */}
      {source && outside?.protocol !== 'http:' ? (
        <img
          src={source}
          alt={imageText(image, 'alt')}
          {...imageSize(image)}
          loading={outside && 'lazy'}
          referrerPolicy={imageReferrerPolicy(source)}
          draggable={false}
        />
      ) : (
        <span>Image not available</span>
      )}
      <DescriptionField alt={imageText(image, 'alt')} {...useImageActions(nodeKey, image)} />
      {Control && source && outside && <Control source={source} url={outside} />}
    </span>
  )
}

function useImageActions(nodeKey: NodeKey, image: Record<string, unknown>) {
  const [editor] = useLexicalComposerContext()
  return {
    onDescribe: (text: string) => {
      if (text === imageText(image, 'alt')) return
      const { alt: _alt, ...keys } = image
      editor.update(
        () => {
          const node = $getNodeByKey(nodeKey)
          if (node) $setState(node, slateState, text === '' ? keys : { ...keys, alt: text })
        },
        // At once: a removal that follows is another step of undo.
        { tag: HISTORY_PUSH_TAG, discrete: true },
      )
    },
    /** Selects the image and returns the focus to the text. */
    onLeave: () => {
      // Lexical moves the focus for range selections only, not for node selections.
      editor.getRootElement()?.focus({ preventScroll: true })
      editor.update(() => {
        const node = $getNodeByKey(nodeKey)
        if (node) $selectNode(node)
      })
    },
    onRemove: () =>
      editor.update(() => $getNodeByKey(nodeKey)?.remove(), {
        tag: HISTORY_PUSH_TAG,
        // Not before: the focus change would be recorded in the previous step of undo.
        onUpdate: () => editor.focus(),
      }),
  }
}
