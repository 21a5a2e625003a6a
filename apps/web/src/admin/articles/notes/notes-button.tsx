import type { Note } from '@nightdesk/contracts'
import { Button } from '../../../ui/button.tsx'
import { isOpen } from './use-notes.ts'

/** The id of the panel that the button opens. */
export const NOTES_PANEL = 'article-notes'

interface NotesButtonProps {
  notes: readonly Note[]
  isShown: boolean
  onToggle(): void
}

/** Says how many notes are open. Not shown until a reader has left one. */
export function NotesButton({ notes, isShown, onToggle }: NotesButtonProps) {
  if (notes.length === 0) return null
  return (
    <Button variant="secondary" aria-expanded={isShown} aria-controls={NOTES_PANEL} onClick={onToggle}>
      {countNotes(notes.filter(isOpen).length)}
    </Button>
  )
}

export const countNotes = (count: number) => (count === 1 ? '1 note' : `${count} notes`)
