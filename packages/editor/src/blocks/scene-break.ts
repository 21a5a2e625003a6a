import { type ElementNode, isText } from '@nightdesk/contracts'

/** How a break between scenes is stored: as the lone line of asterisks that keeps them apart in plain text. */
export const SCENE_BREAK = '***'

/** Whether a block separates two scenes and says nothing. */
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
