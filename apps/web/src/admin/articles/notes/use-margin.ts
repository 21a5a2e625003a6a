import type { Note } from '@nightdesk/contracts'
import type { NoteMarks } from '@nightdesk/editor/lexical'
import { type RefObject, useLayoutEffect } from 'react'
import type { Places } from './place-notes.ts'

interface Margin {
  panel: RefObject<HTMLElement | null>
  marks: NoteMarks | undefined
  places: Places
  /** In the order of the list. */
  placed: readonly Note[]
}

/** Room for notes beside their words. */
const wide = window.matchMedia('(width >= 80rem)')

/** Moves each note down to its words, as far as the notes above leave room. */
export function useMargin({ panel, marks, places, placed }: Margin): void {
  useLayoutEffect(() => {
    const align = () => {
      for (const { id } of placed) {
        const item = panel.current?.querySelector<HTMLElement>(`[data-note="${id}"]`)
        const range = places.get(id)?.range
        if (!item || !range) continue
        item.style.marginTop = ''
        const top = wide.matches ? marks?.topOf(range) : undefined
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
