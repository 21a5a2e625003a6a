import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalNodeSelection } from '@lexical/react/useLexicalNodeSelection'
import { $getNodeByKey, $setState, type NodeKey } from 'lexical'
import { useId } from 'react'
import { imageSource } from '../blocks/image.tsx'
import { slateState } from './state.ts'

interface EditorImageProps {
  nodeKey: NodeKey
  image: Record<string, unknown>
}

/** An image in the editor, with a field for its description below. */
export function EditorImage({ nodeKey, image }: EditorImageProps) {
  const [editor] = useLexicalComposerContext()
  const [isSelected] = useLexicalNodeSelection(nodeKey)
  const id = useId()
  const source = imageSource(image)
  const alt = typeof image.alt === 'string' ? image.alt : ''
  const describe = (text: string) =>
    editor.update(() => {
      const node = $getNodeByKey(nodeKey)
      const { alt: _alt, ...keys } = image
      if (node) $setState(node, slateState, text === '' ? keys : { ...keys, alt: text })
    })
  return (
    <span className="editor-image-box" data-selected={isSelected || undefined}>
      {source ? <img src={source} alt={alt} draggable={false} /> : <span>Image not available</span>}
      <span className="editor-image-alt">
        <label htmlFor={id}>Image description</label>
        <input id={id} value={alt} maxLength={500} onChange={(event) => describe(event.target.value)} />
      </span>
    </span>
  )
}
