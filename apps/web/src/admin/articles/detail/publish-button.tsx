import type { AdminArticle } from '@nightdesk/contracts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { usePublish } from './use-publish.ts'

interface PublishButtonProps {
  article: AdminArticle
  /** Saves the text in the editor. @returns whether everything is saved; failures have been announced */
  beforePublish?: () => Promise<boolean>
}

/** Publish or Unpublish. Archived and deleted articles must be restored first, so they get no button. */
export function PublishButton({ article: { id, state }, beforePublish }: PublishButtonProps) {
  const { publish, unpublish, isPending } = usePublish(id)
  const [isSaving, setIsSaving] = useState(false)

  async function saveAndPublish() {
    setIsSaving(true)
    const isSaved = (await beforePublish?.()) ?? true
    setIsSaving(false)
    if (isSaved) publish()
  }

  if (state === 'draft') {
    return (
      <Button variant="success" isBusy={isPending || isSaving} onClick={saveAndPublish}>
        Publish
      </Button>
    )
  }
  if (state === 'published') {
    return (
      <Button variant="warning" isBusy={isPending} onClick={unpublish}>
        Unpublish
      </Button>
    )
  }
}
