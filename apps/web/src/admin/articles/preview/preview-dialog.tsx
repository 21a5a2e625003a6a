import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ShareLinks } from './share-links.tsx'
import { useOpenPreview } from './use-open-preview.ts'
import { usePreviews } from './use-previews.ts'

interface PreviewDialogProps {
  articleId: number
  sendUnsaved?: () => Promise<boolean>
  onClose(): void
}

/** Previews a page before it is public: in a new tab, or for others by a link that expires. */
export function PreviewDialog({ articleId, sendUnsaved, onClose }: PreviewDialogProps) {
  const { create } = usePreviews(articleId)
  return (
    <Dialog
      open
      role="dialog"
      title="Preview"
      description={
        sendUnsaved
          ? 'The page as readers would see it, with what is not saved yet.'
          : 'The page as readers would see it, with the newest text.'
      }
      onClose={onClose}
      body={
        <div className="flex flex-col gap-6">
          <OpenInTab articleId={articleId} create={create} sendUnsaved={sendUnsaved} />
          <div className="flex flex-col gap-6 border-t border-line pt-4">
            <ShareLinks articleId={articleId} />
          </div>
        </div>
      }
    >
      <Button variant="secondary" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  )
}

function OpenInTab(props: Parameters<typeof useOpenPreview>[0]) {
  const { open, isOpening, isUnsent } = useOpenPreview(props)
  return (
    <div className="flex flex-col items-start gap-2">
      <Button size="lg" isBusy={isOpening} onClick={open}>
        Open in a new tab
      </Button>
      {isUnsent && (
        <p role="alert" className="text-danger">
          What you wrote last could not be sent, so the page would be an older one. Please try again.
        </p>
      )}
    </div>
  )
}
