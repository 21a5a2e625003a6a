import type { ElementNode } from '@nightdesk/contracts'
import { holdsText } from '../normal-form/normal-form.ts'
import { alignClass, type BlockRule, lexicalElement, slateElement, stateOf, withState } from './block.ts'
import { isEmptyLine } from './empty-line.ts'
import { isSceneBreak, SCENE_BREAK } from './scene-break.ts'

export const paragraph: BlockRule = {
  lexicalTypes: ['paragraph', 'scene-break'],
  toLexical: (block, place, children) => {
    if (place !== 'block' || !holdsText(block)) return undefined
    if (isPlainBreak(block)) return breakToLexical(block)
    return lexicalElement('paragraph', block, children(block.children))
  },
  fromLexical: (node, children) =>
    node.type === 'scene-break'
      ? { ...stateOf(node), type: 'paragraph', children: [{ text: SCENE_BREAK }] }
      : slateElement('paragraph', node, children(node.children ?? [])),
  Render: ({ block, children }) => {
    if (isSceneBreak(block)) return <hr className="scene-break" />
    return (
      <p dir="auto" className={alignClass(block)}>
        {children}
        {/* Without `<br>`, browsers and e-book readers give an empty line no height. */}
        {isEmptyLine(block) && <br />}
      </p>
    )
  },
}

/** Whether the scene break node can hold a break without loss. One with marks, for example, is edited as text. */
const isPlainBreak = ({ children: [only, ...others] }: ElementNode): boolean =>
  only?.text === SCENE_BREAK && others.length === 0 && Object.keys(only).length === 1

const breakToLexical = ({ type: _type, children: _children, ...keys }: ElementNode) => ({
  type: 'scene-break',
  version: 1,
  ...(Object.keys(keys).length > 0 && withState(keys)),
})
