import type { Note } from '@nightdesk/contracts'
import type { NoteMarks } from '@nightdesk/editor/lexical'
import { useEffect } from 'react'
import type { Places } from './place-notes.ts'

interface MarkedWords {
  marks: NoteMarks | undefined
  places: Places
  placed: readonly Note[]
  currentId: number | undefined
  onChosen(id: number): void
}

/** Highlights the words of open notes. A click on them chooses the note. */
export function useMarkedWords({ marks, places, placed, currentId, onChosen }: MarkedWords): void {
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
