import type { ArticleState } from '@nightdesk/contracts'
import { useState } from 'react'
import { Button, type ButtonSize } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useShelf } from './use-shelf.ts'

interface ShelfActionsProps {
  article: { id: number; title: string; state: ArticleState }
  size?: ButtonSize
}

/** Archive, Delete and Restore. Nothing is lost for good here: the trash is kept for 30 days. */
export function ShelfActions({ article: { id, title, state }, size = 'md' }: ShelfActionsProps) {
  const { archive, trash, restore, isPending } = useShelf(id, state)
  const [isAsking, setIsAsking] = useState(false)
  const button = (label: string, onClick: () => void) => (
    <Button variant="ghost" size={size} isBusy={isPending} aria-label={`${label} ${title}`} onClick={onClick}>
      {label}
    </Button>
  )
  if (state === 'deleted') return button('Restore', restore)
  return (
    <>
      {state === 'archived' ? button('Restore', restore) : button('Archive', archive)}
      {button('Delete', () => setIsAsking(true))}
      <Dialog
        open={isAsking}
        title={`Delete “${title}”?`}
        description="It goes to the trash, where it can be restored for 30 days. Readers no longer find it."
        onClose={() => setIsAsking(false)}
      >
        <Button variant="secondary" onClick={() => setIsAsking(false)}>
          Cancel
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            setIsAsking(false)
            trash()
          }}
        >
          Move to Trash
        </Button>
      </Dialog>
    </>
  )
}
