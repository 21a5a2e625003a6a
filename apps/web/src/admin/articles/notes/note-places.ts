import type { AdminArticle, Note } from '@nightdesk/contracts'
import {
  anchorText,
  type Change,
  compareTexts,
  findAnchor,
  followAnchor,
  type Placed,
} from '@nightdesk/editor/anchors'
import type { NoteMarks } from '@nightdesk/editor/lexical'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { useWriting } from '../saving/writing-context.tsx'
import { WIDE } from './notes.tsx'

/** The marks of notes in the open editor; undefined until their code is loaded. */
export function useNoteMarks(): NoteMarks | undefined {
  const { body } = useWriting()
  const [marks, setMarks] = useState<NoteMarks>()
  useEffect(() => {
    let isCurrent = true
    const show = (loaded: NoteMarks) => isCurrent && setMarks(loaded)
    // A chunk that fails to load is reported by the browser, and the list works without marks.
    void body.current?.noteMarks().then(show, () => undefined)
    return () => {
      isCurrent = false
    }
  }, [body])
  return marks
}

/** Where notes are in the text while it is being written. */
export function usePlaces(
  marks: NoteMarks | undefined,
  notes: readonly Note[],
  article: AdminArticle,
): Places {
  const [place] = useState(createNotePlacer)
  const [text, setText] = useState<string>()
  const [places, setPlaces] = useState<Places>(new Map())
  useEffect(() => marks?.watch(setText), [marks])
  const saved = useMemo(() => anchorText(article.content), [article.content])
  useEffect(() => {
    if (text !== undefined) setPlaces(place(notes, text, saved))
  }, [place, notes, text, saved])
  return places
}

/** The places of notes in the text that is being written, by their ids. */
export type Places = ReadonlyMap<number, Placed>

/**
 * @returns a function that follows notes through the changes of the text. `text` is the text now, and `saved` that of the
 * newest version, in which the server has placed the notes.
 */
function createNotePlacer() {
  let places: Places = new Map()
  let before = ''
  return (notes: readonly Note[], text: string, saved: string): Places => {
    const [change, sinceSave] = [compareTexts(before, text), compareTexts(saved, text)]
    const next = notes.map((note): [number, Placed] => {
      const known = places.get(note.id)
      return [note.id, known ? followAnchor(change, known) : firstPlace(note, sinceSave)]
    })
    places = new Map(next)
    before = text
    return places
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

interface PlacedNotes {
  marks: NoteMarks | undefined
  places: Places
  /** In the order of the list. */
  placed: readonly Note[]
}

/** Moves each note in the panel down to its words, as far as the notes above leave room. */
export function useMargin(
  panel: RefObject<HTMLElement | null>,
  { marks, places, placed }: PlacedNotes,
): void {
  const isWide = useMediaQuery(WIDE)
  useLayoutEffect(() => {
    const align = () => {
      // All positions are read before one changes, or the layout would be computed again for each note.
      const positions = placed.flatMap(({ id }) => {
        const item = panel.current?.querySelector<HTMLElement>(`[data-note="${id}"]`)
        const range = places.get(id)?.range
        if (!item || !range) return []
        const top = item.getBoundingClientRect().top + window.scrollY
        return { item, top, wanted: isWide ? marks?.topOf(range) : undefined }
      })
      // The sums of the margins so far, before and after the change.
      let [before, after] = [0, 0]
      for (const { item, top, wanted = 0 } of positions) {
        before += Number.parseFloat(item.style.marginTop) || 0
        const room = Math.max(0, wanted - (top - before + after))
        item.style.marginTop = `${room}px`
        after += room
      }
    }
    align()
    const observer = new ResizeObserver(align)
    const text = document.querySelector('.editor-content')
    if (text) observer.observe(text)
    return () => observer.disconnect()
  })
}

/** Highlights the words of open notes. A click on them chooses the note. */
export function useMarkedWords(
  { marks, places, placed }: PlacedNotes,
  currentId: number | undefined,
  onChosen: (id: number) => void,
): void {
  useEffect(() => {
    const rangeOf = (id: number) => places.get(id)?.range
    const current = currentId === undefined ? undefined : rangeOf(currentId)
    marks?.paint(
      placed.flatMap(({ id }) => rangeOf(id) ?? []),
      current,
    )
  })
  useEffect(
    () =>
      marks?.onClick((position) => {
        const hit = placed.find(({ id }) => {
          const range = places.get(id)?.range
          return range && range.start <= position && position <= range.end
        })
        if (!hit) return
        onChosen(hit.id)
        document.querySelector(`[data-note="${hit.id}"]`)?.scrollIntoView({ block: 'nearest' })
      }),
    [marks, places, placed, onChosen],
  )
}
