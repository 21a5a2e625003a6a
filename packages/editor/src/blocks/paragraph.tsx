import { type ElementNode, isText } from '@nightdesk/contracts'
import { holdsText } from '../normal-form.ts'
import { alignClass, type BlockRule, lexicalElement, slateElement } from './block.ts'

/** A lone line of asterisks is how a story’s scenes are kept apart in plain text. */
const SCENE_BREAK = '***'

export const paragraph: BlockRule = {
  types: ['paragraph'],
  lexicalTypes: ['paragraph'],
  toLexical: (block, place, children) =>
    place === 'block' && holdsText(block)
      ? lexicalElement('paragraph', block, children(block.children))
      : undefined,
  fromLexical: (node, children) => slateElement('paragraph', node, children(node.children ?? [])),
  Render: ({ block, children }) => {
    if (isSceneBreak(block)) return <hr className="scene-break" />
    return (
      <p dir="auto" className={alignClass(block)}>
        {children}
      </p>
    )
  },
}

export function isSceneBreak({ type, children }: ElementNode): boolean {
  const [only, ...others] = children
  return (
    type === 'paragraph' &&
    only !== undefined &&
    others.length === 0 &&
    isText(only) &&
    only.text.trim() === SCENE_BREAK
  )
}
