import { useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { isOpen, useNotes } from './use-notes.ts'

/** Room for notes in the margin. */
const wide = window.matchMedia('(width >= 80rem)')

/**
 * Whether the notes are shown: from the start if the address says so, in the free margin of a wide screen if some are open, and
 * otherwise as the writer chose.
 */
export function useNotesPanel(id: number, isMarginFree: boolean) {
  const notes = useNotes(id) ?? []
  const [search] = useSearchParams()
  const [chosen, setShown] = useState(search.has('notes') ? true : undefined)
  const isWide = useSyncExternalStore(subscribeToWidth, () => wide.matches)
  return { notes, isShown: chosen ?? (isWide && isMarginFree && notes.some(isOpen)), setShown }
}

function subscribeToWidth(callback: () => void) {
  wide.addEventListener('change', callback)
  return () => wide.removeEventListener('change', callback)
}
