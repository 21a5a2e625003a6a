import { type Block, isText, type Node } from '@nightdesk/contracts'
import { SCENE_BREAK } from '../blocks/scene-break.ts'

/** "***", "* * *", "⁂", "✶ ✶ ✶", "• • •": in a paragraph of their own they are never words. */
const ORNAMENT = /^(?:[*∗](?:\s*[*∗]){2,}|⁂|([✶✷✱⁎❖◆•·~])(?:\s*\1){2})$/u
/** "#" as manuscripts have it, "---" as plain text does: a break where prose is on both sides. */
const SIGN = /^(?:#(?:\s*#){0,2}|-(?:\s*-){2,}|[—–](?:\s*[—–-]){1,})$/u

/** Paragraphs that hold nothing but a writer’s sign of a scene break, as the block model writes one. */
export function markSceneBreaks(blocks: readonly Block[]): Block[] {
  const texts = blocks.map(paragraphText)
  return blocks.map((block, index) => {
    if (block.type === 'block-quote' && !block.children.some(isText)) {
      return { ...block, children: markSceneBreaks(block.children as Block[]) }
    }
    const text = texts[index]?.trim() ?? ''
    // A lone sign may be meant for the middle of a line.
    const isBreak =
      blocks.length > 1 &&
      (ORNAMENT.test(text) || (SIGN.test(text) && isProse(texts[index - 1]) && isProse(texts[index + 1])))
    return isBreak ? sceneBreak() : block
  })
}

/** Whether a text on its own would be a scene break, in the place of an empty line. */
export const isSceneBreakSign = (text: string): boolean =>
  ORNAMENT.test(text.trim()) || SIGN.test(text.trim())

export const sceneBreak = (): Block => ({ type: 'paragraph', children: [{ text: SCENE_BREAK }] })

/** Several words, or the end of a sentence: the cell of a table is neither, as a rule. */
const isProse = (text: string | undefined) => text !== undefined && /\S\s+\S|[.!?…:"”’»]\s*$/u.test(text)

/** Undefined for blocks that are no paragraph of text. */
function paragraphText({ type, children }: Node): string | undefined {
  if (type !== 'paragraph' || !Array.isArray(children)) return undefined
  let text = ''
  for (const child of children as Node[]) {
    if (isText(child)) text += child.text
    else if (child.type === 'link') text += paragraphText({ ...child, type: 'paragraph' }) ?? ''
    else return undefined
  }
  return text
}
