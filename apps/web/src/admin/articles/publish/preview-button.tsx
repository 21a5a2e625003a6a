import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { lazyPart, usePrefetch } from '../../screen/lazy.tsx'
import type { PreviewDialogProps } from './preview.tsx'

const loadDialog = () => import('./preview.tsx')
const PreviewDialog = lazyPart('The preview', async () => (await loadDialog()).PreviewDialog)

export function PreviewButton(props: Omit<PreviewDialogProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false)
  usePrefetch(loadDialog)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Preview…</Button>
      {isOpen && <PreviewDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}
