import type { Block } from '@nightdesk/contracts'
import { type HeadingEntry, headings } from './text.ts'

export interface OutlineEntry extends HeadingEntry {
  /** Of its own in the text, and the same as long as the headings before it are. */
  id: string
}

/** Grapheme clusters are not kept whole: an id is read by nobody. */
const MAX_ID = 60

/** The headings of a text with an id each; `taken` are the ids that the page needs for itself. */
export function outline(blocks: readonly Block[], taken: readonly string[] = []): OutlineEntry[] {
  const used = new Set(taken)
  const next = new Map<string, number>()
  return headings(blocks).map((entry) => {
    const id = unused(slug(entry.text), used, next)
    used.add(id)
    return { ...entry, id }
  })
}

/** Letters, marks and digits of any script; whatever stands between them becomes a hyphen. */
function slug(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return words ? [...words.join('-')].slice(0, MAX_ID).join('') : 'section'
}

/** `next` is the number to try first for each, or a thousand headings of one text would be counted a thousand times. */
function unused(id: string, used: ReadonlySet<string>, next: Map<string, number>): string {
  if (!used.has(id)) return id
  let number = next.get(id) ?? 2
  while (used.has(`${id}-${number}`)) number++
  next.set(id, number + 1)
  return `${id}-${number}`
}
