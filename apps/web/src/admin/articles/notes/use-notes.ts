import type { Note } from '@nightdesk/contracts'
import { api } from '../../../api.ts'
import { POLL_MS } from '../../polling.ts'

/** The notes of readers on an article. New ones appear within a minute, and when the window gets the focus. */
export function useNotes(id: number) {
  const { data } = api.notes.list.useQuery({ id }, { refetchInterval: POLL_MS, refetchOnWindowFocus: true })
  return data
}

export const isOpen = ({ resolved_at }: Note) => resolved_at === null
