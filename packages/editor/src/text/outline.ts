import type { Block } from '@nightdesk/contracts'
import { type HeadingEntry, headings } from './text.ts'

export interface OutlineEntry extends HeadingEntry {
  /** Unique in the text. It does not change unless this heading or an earlier one changes. */
  id: string
}

/** In code points: an id may end within a grapheme, because nobody reads it. */
const MAX_ID = 60

/** The headings of a text, each with an id; `taken` are ids that the page uses elsewhere. */
export function outline(blocks: readonly Block[], taken: readonly string[] = []): OutlineEntry[] {
  const used = new Set(taken)
  const next = new Map<string, number>()
  return headings(blocks).map((entry) => {
    const id = unused(slug(entry.text), used, next)
    used.add(id)
    return { ...entry, id }
  })
}

/** Letters, marks and digits of any script; all between them becomes a hyphen. */
function slug(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return words ? [...words.join('-')].slice(0, MAX_ID).join('') : 'section'
}

/** `next` holds the first number to try for each id, so that many equal headings take linear time. */
function unused(id: string, used: ReadonlySet<string>, next: Map<string, number>): string {
  if (!used.has(id)) return id
  let number = next.get(id) ?? 2
  while (used.has(`${id}-${number}`)) number++
  next.set(id, number + 1)
  return `${id}-${number}`
}
