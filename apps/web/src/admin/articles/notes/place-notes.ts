import type { Note } from '@nightdesk/contracts'
import { type Change, compareTexts, findAnchor, followAnchor, type Placed } from '@nightdesk/editor/anchors'

/** The places of notes in the text that is being written, by their ids. */
export type Places = ReadonlyMap<number, Placed>

/** Follows notes through the changes of the text. */
export interface NotePlacer {
  /** `text` is the text now, and `saved` that of the newest version, in which the server has placed the notes. */
  place(notes: readonly Note[], text: string, saved: string): Places
}

export function createNotePlacer(): NotePlacer {
  let places = new Map<number, Placed>()
  let before = ''
  return {
    place(notes, text, saved) {
      const [change, sinceSave] = [compareTexts(before, text), compareTexts(saved, text)]
      const next = notes.map((note): [number, Placed] => {
        const known = places.get(note.id)
        return [note.id, known ? followAnchor(change, known) : firstPlace(note, sinceSave)]
      })
      places = new Map(next)
      before = text
      return places
    },
  }
}

function firstPlace({ quote, prefix, suffix, lost_at }: Note, sinceSave: Change): Placed {
  const anchor = { quote, prefix, suffix }
  if (quote === '') return { anchor }
  const range = lost_at ? undefined : findAnchor(sinceSave.before, anchor)
  // The words of a note on unsaved text are not in the newest version.
  if (!range && !lost_at) return { anchor, range: findAnchor(sinceSave.after, anchor) }
  return followAnchor(sinceSave, { anchor, range })
}
