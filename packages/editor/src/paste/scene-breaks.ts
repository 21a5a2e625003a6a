import { type Block, isText, type Node } from '@nightdesk/contracts'
import { SCENE_BREAK } from '../blocks/scene-break.ts'

/** "***", "* * *", "⁂", "✶ ✶ ✶", "• • •": alone in a paragraph, always a scene break. */
const ORNAMENT = /^(?:[*∗](?:\s*[*∗]){2,}|⁂|([✶✷✱⁎❖◆•·~])(?:\s*\1){2})$/u
/** "#" as in manuscripts, "---" as in plain text: a scene break only between prose. */
const SIGN = /^(?:#(?:\s*#){0,2}|-(?:\s*-){2,}|[—–](?:\s*[—–-]){1,})$/u

/** Replaces paragraphs that hold only a sign of a scene break by the scene break of the block model. */
export function markSceneBreaks(blocks: readonly Block[]): Block[] {
  const texts = blocks.map(paragraphText)
  return blocks.map((block, index) => {
    if (block.type === 'block-quote' && !block.children.some(isText)) {
      return { ...block, children: markSceneBreaks(block.children as Block[]) }
    }
    const text = texts[index]?.trim() ?? ''
    // A sign that is pasted alone may be meant as text within a line.
    const isBreak =
      blocks.length > 1 &&
      (ORNAMENT.test(text) || (SIGN.test(text) && isProse(texts[index - 1]) && isProse(texts[index + 1])))
    return isBreak ? sceneBreak() : block
  })
}

/** Whether a text, alone in a paragraph, is a sign of a scene break. */
export const isSceneBreakSign = (text: string): boolean =>
  ORNAMENT.test(text.trim()) || SIGN.test(text.trim())

export const sceneBreak = (): Block => ({ type: 'paragraph', children: [{ text: SCENE_BREAK }] })

/** Several words, or the end of a sentence, unlike most cells of a table. */
const isProse = (text: string | undefined) => text !== undefined && /\S\s+\S|[.!?…:"”’»]\s*$/u.test(text)

/** Undefined for blocks other than paragraphs of text. */
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
