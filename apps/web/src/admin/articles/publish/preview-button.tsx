import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyPart, usePrefetch } from '../../screen/lazy.tsx'

const loadDialog = () => import('./preview.tsx')
const PreviewDialog = lazyPart('The preview', async () => (await loadDialog()).PreviewDialog)

interface PreviewButtonProps {
  articleId: number
  /** In the editor: sends unsaved changes, so that the preview shows them. @returns whether it succeeded */
  flush?: () => Promise<boolean>
}

/** Opens the dialog for previews. */
export function PreviewButton({ articleId, flush }: PreviewButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  usePrefetch(loadDialog)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Preview…</Button>
      {isOpen && <PreviewDialog articleId={articleId} flush={flush} onClose={() => setIsOpen(false)} />}
    </>
  )
}
