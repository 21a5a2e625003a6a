import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import type { DraftText } from '../draft-text.ts'
import { TextDiff } from './text-diff.tsx'

interface CompareDialogProps {
  saved: DraftText
  written: DraftText
  onClose(): void
}

/** Compares the current text with the version that it is based on. */
export function CompareDialog({ saved, written, onClose }: CompareDialogProps) {
  return (
    <Dialog
      open
      width="text"
      role="dialog"
      title="Unpublished changes"
      description="What is new is marked, and what was removed is struck through. No version has it yet."
      body={<TextDiff before={saved} after={written} />}
      onClose={onClose}
    >
      <Button variant="secondary" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}
