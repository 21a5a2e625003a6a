import { lazy, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
import { useFetchAhead } from '../../screen/use-fetch-ahead.ts'

const loadDialog = () => import('./preview-dialog.tsx')
const PreviewDialog = lazy(async () => ({ default: (await loadDialog()).PreviewDialog }))

interface PreviewButtonProps {
  articleId: number
  /** Of the editor: what is not saved yet is shown as well, once this has sent it. @returns whether it did */
  sendUnsaved?: () => Promise<boolean>
}

/** Opens what shows the page as readers would see it, here or to others. */
export function PreviewButton({ articleId, sendUnsaved }: PreviewButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  useFetchAhead(loadDialog)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Preview…
      </Button>
      {isOpen && (
        <LazyBoundary name="The preview" onFailed={close}>
          <PreviewDialog articleId={articleId} sendUnsaved={sendUnsaved} onClose={close} />
        </LazyBoundary>
      )}
    </>
  )
}
