import type { Note } from '@nightdesk/contracts'
import type { NoteMarks } from '@nightdesk/editor/lexical'
import { type RefObject, useLayoutEffect } from 'react'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import type { Places } from './place-notes.ts'
import { WIDE } from './use-notes-panel.ts'

interface Margin {
  panel: RefObject<HTMLElement | null>
  marks: NoteMarks | undefined
  places: Places
  /** In the order of the list. */
  placed: readonly Note[]
}

/** Moves each note down to its words, as far as the notes above leave room. */
export function useMargin({ panel, marks, places, placed }: Margin): void {
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
