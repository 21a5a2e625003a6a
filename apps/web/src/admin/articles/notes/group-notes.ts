import type { Note } from '@nightdesk/contracts'
import type { Places } from './place-notes.ts'
import { isOpen } from './use-notes.ts'

/** Open notes in the order of their words, those without words, and resolved ones. */
export function groupNotes(notes: readonly Note[], places: Places) {
  const open = notes.filter(isOpen)
  const startOf = ({ id }: Note) => places.get(id)?.range?.start ?? 0
  const withWords = open.filter(({ quote }) => quote !== '')
  const isPlaced = ({ id }: Note) => places.get(id)?.range !== undefined
  return {
    placed: withWords.filter(isPlaced).sort((a, b) => startOf(a) - startOf(b)),
    whole: open.filter(({ quote }) => quote === ''),
    gone: withWords.filter((note) => places.has(note.id) && !isPlaced(note)),
    resolved: notes.filter((note) => !isOpen(note)),
  }
}
