import type { ElementNode } from '@nightdesk/contracts'
import { findInText } from './find-in-text.ts'
import type { Mark, MarkPlace } from './mark.ts'
import { proseOf } from './prose.ts'

type TextPlace = { field: 'title' | 'excerpt' } | Extract<MarkPlace, { field: 'content' }>

/** The marks on the text of a block. */
export function marksOfText(block: ElementNode, place: TextPlace): Mark[] {
  const { text } = proseOf(block)
  return findInText(text).map(({ kind, sentence, start, end, edits }) => {
    const context = contextOf(text, start, end)
    return {
      kind,
      id: `${kind} ${context}`,
      sentence,
      context,
      place: place.field === 'content' ? { ...place, start, end } : place,
      ...(edits && { fix: { type: 'text', edits } }),
    }
  })
}

/** Characters of the context on each side. */
const BESIDE = 24

/** The words around a part of a text. */
function contextOf(text: string, start: number, end: number): string {
  const before = text.slice(0, start).split('\n').at(-1) ?? ''
  const [after = ''] = text.slice(end).split('\n')
  const head = before.length > BESIDE ? `…${before.slice(-BESIDE).replace(/^\S*\s/, '')}` : before
  const tail = after.length > BESIDE ? `${after.slice(0, BESIDE).replace(/\s\S*$/, '')}…` : after
  return (head + text.slice(start, end) + tail).replace(/[\ufffc\ufffd]/g, '').trim()
}
