import type { Block } from '@nightdesk/contracts'

/**
 * "Pasted plain text is inserted as text, line breaks splitting paragraphs." Where every two lines are parted by
 * a blank one, that is how the text parts its paragraphs; elsewhere a blank line means something, and stays.
 */
export function blocksOfText(text: string): Block[] {
  const sound = text.replaceAll('\0', '').toWellFormed()
  const lines = sound.replace(/^(?:[^\S\n]*\r?\n)+|\s+$/g, '').split(/\r\n?|\n/)
  const isBlank = (line: string | undefined) => line?.trim() === ''
  const isParted = lines.every((line, index) => index === 0 || isBlank(line) || isBlank(lines[index - 1]))
  return lines
    .filter((line) => !isParted || !isBlank(line))
    .map((line) => ({ type: 'paragraph', children: [{ text: line }] }))
}
