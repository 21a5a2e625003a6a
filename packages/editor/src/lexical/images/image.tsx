import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useExtensionSignalValue } from '@lexical/react/useExtensionSignalValue'
import { imageSource } from '@nightdesk/contracts'
import { $getNodeByKey, $setState, HISTORY_PUSH_TAG, type NodeKey } from 'lexical'
import { type KeyboardEvent, useId } from 'react'
import { imageReferrerPolicy, imageSize } from '../../blocks/image.tsx'
import { imageAlt } from '../../blocks/image-alt.ts'
import { $selectNode } from '../blocks/select-node.ts'
import { slateState } from '../state.ts'
import { OutsideImageExtension, outsideUrl } from './outside-image.ts'

interface EditorImageProps {
  nodeKey: NodeKey
  /** The keys of the image block. */
  image: Record<string, unknown>
}

/** An image in the editor, with a field for its description below. */
export function EditorImage({ nodeKey, image }: EditorImageProps) {
  const [editor] = useLexicalComposerContext()
  const id = useId()
  const source = imageSource(image)
  const alt = imageAlt(image)
  const Offer = useExtensionSignalValue(OutsideImageExtension, 'Offer')
  const outside = source === undefined ? undefined : outsideUrl(source)

  const describe = (text: string) => {
    if (text === alt) return
    const { alt: _alt, ...keys } = image
    editor.update(
      () => {
        const node = $getNodeByKey(nodeKey)
        if (node) $setState(node, slateState, text === '' ? keys : { ...keys, alt: text })
      },
      { tag: HISTORY_PUSH_TAG },
    )
  }
  /** Back to the text, where the image is selected and Enter writes on. */
  const leave = () => {
    // Lexical moves the focus with ranges only, not with nodes.
    editor.getRootElement()?.focus({ preventScroll: true })
    editor.update(() => {
      const node = $getNodeByKey(nodeKey)
      if (node) $selectNode(node)
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') describe(event.currentTarget.value)
    else event.currentTarget.value = alt
    leave()
  }
  const remove = () => {
    editor.update(() => $getNodeByKey(nodeKey)?.remove(), {
      tag: HISTORY_PUSH_TAG,
      // Not before: a focus that comes with the change would be taken into the step before it.
      onUpdate: () => editor.focus(),
    })
  }

  return (
    <span className="editor-image-box">
      {/* What is not secure, the policy stops: there would only be a broken image. */}
      {source && outside?.protocol !== 'http:' ? (
        <img
          src={source}
          alt={alt}
          {...imageSize(image)}
          loading={outside && 'lazy'}
          referrerPolicy={imageReferrerPolicy(source)}
          draggable={false}
        />
      ) : (
        <span>Image not available</span>
      )}
      <span className="editor-image-alt">
        <label htmlFor={id}>Image description</label>
        <input
          id={id}
          // One step of undo for the whole description, and a fresh field after it.
          key={alt}
          defaultValue={alt}
          maxLength={500}
          aria-describedby={alt === '' ? `${id}-hint` : undefined}
          onBlur={(event) => describe(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" onClick={remove}>
          Remove image
        </button>
        {alt === '' && (
          <span id={`${id}-hint`} className="editor-image-hint">
            What it shows, for readers who cannot see it
          </span>
        )}
      </span>
      {Offer && source && outside && <Offer source={source} url={outside} />}
    </span>
  )
}
