import { type ElementNode, isText } from '@nightdesk/contracts'

/** The stored text of a scene break, so that plain text separates scenes, too. */
export const SCENE_BREAK = '***'

/** Whether a block is a scene break: a paragraph with nothing but its three asterisks. */
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
