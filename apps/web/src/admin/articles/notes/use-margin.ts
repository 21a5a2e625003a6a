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
      for (const { id } of placed) {
        const item = panel.current?.querySelector<HTMLElement>(`[data-note="${id}"]`)
        const range = places.get(id)?.range
        if (!item || !range) continue
        item.style.marginTop = ''
        const top = isWide ? marks?.topOf(range) : undefined
        if (top === undefined) continue
        const room = top - (item.getBoundingClientRect().top + window.scrollY)
        item.style.marginTop = `${Math.max(0, room)}px`
      }
    }
    align()
    const observer = new ResizeObserver(align)
    const text = document.querySelector('.editor-content')
    if (text) observer.observe(text)
    return () => observer.disconnect()
  })
}
