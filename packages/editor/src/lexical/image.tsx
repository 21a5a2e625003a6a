import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { $getNodeByKey, $setState, type NodeKey } from 'lexical'
import { useId } from 'react'
import { imageSource } from '../blocks/image.tsx'
import { slateState } from './state.ts'

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
  const alt = typeof image.alt === 'string' ? image.alt : ''

  const describe = (text: string) => {
    if (text === alt) return
    const { alt: _alt, ...keys } = image
    editor.update(() => {
      const node = $getNodeByKey(nodeKey)
      if (node) $setState(node, slateState, text === '' ? keys : { ...keys, alt: text })
    })
  }
  const remove = () => {
    editor.update(() => $getNodeByKey(nodeKey)?.remove())
    editor.focus()
  }

  return (
    <span className="editor-image-box">
      {source ? <img src={source} alt={alt} draggable={false} /> : <span>Image not available</span>}
      <span className="editor-image-alt">
        <label htmlFor={id}>Image description</label>
        <input
          id={id}
          // One step of undo for the whole description, and a fresh field after it.
          key={alt}
          defaultValue={alt}
          maxLength={500}
          onBlur={(event) => describe(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            describe(event.currentTarget.value)
          }}
        />
        <button type="button" onClick={remove}>
          Remove image
        </button>
      </span>
    </span>
  )
}
