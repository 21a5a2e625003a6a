import type { Note } from '@nightdesk/contracts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../../api.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { POLL_MS } from '../../query-client.ts'

/** The notes of readers on an article. New ones appear within a minute, and when the window gets the focus. */
export function useNotes(id: number) {
  const { data } = api.notes.list.useQuery({ id }, { refetchInterval: POLL_MS, refetchOnWindowFocus: true })
  return data
}

export const isOpen = ({ resolved_at }: Note) => resolved_at === null

/** A screen with room for notes beside their words. */
export const WIDE = '(width >= 80rem)'

/**
 * Whether the notes are shown: from the start if the address says so, in the free margin of a wide screen if some are open, and
 * otherwise as the writer chose.
 */
export function useNotesPanel(id: number, isMarginFree: boolean) {
  const notes = useNotes(id) ?? []
  const [search] = useSearchParams()
  const [chosen, setShown] = useState(search.has('notes') ? true : undefined)
  const isOffered = useMediaQuery(WIDE) && isMarginFree && notes.some(isOpen)
  // They stay when the last one is resolved, which may be opened again.
  if (chosen === undefined && isOffered) setShown(true)
  return { notes, isShown: chosen ?? isOffered, setShown }
}
