import { lazy, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { LazyBoundary, usePrefetch } from '../../screen/lazy.tsx'

const loadDialog = () => import('./preview.tsx')
const PreviewDialog = lazy(async () => ({ default: (await loadDialog()).PreviewDialog }))

interface PreviewButtonProps {
  articleId: number
  /** In the editor: sends unsaved changes, so that the preview shows them. @returns whether it succeeded */
  flush?: () => Promise<boolean>
}

/** Opens the dialog for previews. */
export function PreviewButton({ articleId, flush }: PreviewButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  usePrefetch(loadDialog)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Preview…
      </Button>
      {isOpen && (
        <LazyBoundary name="The preview" onFailed={close}>
          <PreviewDialog articleId={articleId} flush={flush} onClose={close} />
        </LazyBoundary>
      )}
    </>
  )
}
