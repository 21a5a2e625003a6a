import type { AdminArticleSummary } from '@nightdesk/contracts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { useArchive } from './use-archive.ts'
import type { ShownArticle } from './use-publish.ts'

interface ArchiveActionsProps {
  article: ShownArticle & Pick<AdminArticleSummary, 'title'>
  /** One menu button instead of a button each, for rows of a table. */
  asMenu?: boolean
}

/** Archive, Delete and Restore. None of them is final: the trash keeps articles for 30 days. */
export function ArchiveActions({ article, asMenu = false }: ArchiveActionsProps) {
  const { title, state, scheduled_at } = article
  const { archive, trash, restore, isPending } = useArchive(article)
  const [isAsking, setIsAsking] = useState(false)
  const items = [
    state === 'draft' || state === 'published'
      ? { label: 'Archive', onSelect: archive }
      : { label: 'Restore', onSelect: restore },
    ...(state === 'deleted' ? [] : [{ label: 'Delete', onSelect: () => setIsAsking(true) }]),
  ]
  return (
    <>
      {asMenu && <Menu label={`Actions for ${title}`} items={items} />}
      {!asMenu &&
        items.map(({ label, onSelect }) => (
          <Button
            key={label}
            variant="ghost"
            isBusy={isPending}
            aria-label={`${label} ${title}`}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))}
      <DeleteDialog
        title={title}
        isScheduled={scheduled_at !== null}
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          trash()
        }}
      />
    </>
  )
}

interface DeleteDialogProps {
  title: string
  isScheduled: boolean
  open: boolean
  onClose(): void
  onConfirm(): void
}

function DeleteDialog({ title, isScheduled, open, onClose, onConfirm }: DeleteDialogProps) {
  return (
    <Dialog
      open={open}
      title={`Delete “${title}”?`}
      description={`It goes to the trash, where it can be restored for 30 days. ${
        isScheduled ? 'Its schedule is cancelled.' : 'Readers no longer find it.'
      } Its preview links end.`}
      onClose={onClose}
    >
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="danger" onClick={onConfirm}>
        Move to Trash
      </Button>
    </Dialog>
  )
}
