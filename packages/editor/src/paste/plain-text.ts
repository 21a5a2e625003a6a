import type { Block } from '@nightdesk/contracts'
import { SCENE_BREAK } from '../blocks/scene-break.ts'
import { withLinks } from './links.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'
import { markSceneBreaks } from './scene-breaks.ts'

/**
 * "Pasted plain text is inserted as text, line breaks splitting paragraphs." If all lines are separated by blank lines,
 * those only separate paragraphs, and two blank lines are a scene break. Otherwise a blank line is kept as an empty
 * paragraph. URLs become links, unless the text is Markdown, which has its own links.
 */
export function blocksOfText(text: string): Block[] {
  const sound = text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed()
  const lines = sound
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
    .split('\n')
  const toNodes = looksLikeMarkdown(text) ? (line: string) => [{ text: line }] : withLinks
  const blocks = meaningfulLines(lines).map((line): Block => ({ type: 'paragraph', children: toNodes(line) }))
  return markSceneBreaks(blocks)
}

/** Removes blank lines that only separate paragraphs, and replaces those between scenes by a scene break. */
function meaningfulLines(lines: readonly string[]): string[] {
  const isParted = lines.every((line, index) => index === 0 || isBlank(line) || isBlank(lines[index - 1]))
  const gaps = lines.flatMap((line, index) => (isBlank(line) && !isBlank(lines[index - 1]) ? [index] : []))
  const isWide = (index: number) => isBlank(lines[index + 1])
  // If most gaps have two blank lines, those are no scene breaks.
  const isRule = gaps.length > 1 && gaps.filter(isWide).length * 2 > gaps.length
  return lines.flatMap((line, index) => {
    if (!isBlank(line)) return [line]
    if (isRule && isParted) return []
    if (isWide(index)) return isBlank(lines[index - 1]) ? [] : [SCENE_BREAK]
    return isParted || isBlank(lines[index - 1]) ? [] : [line]
  })
}

const isBlank = (line: string | undefined) => line?.trim() === ''
