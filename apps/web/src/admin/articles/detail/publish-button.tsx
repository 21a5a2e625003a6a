import type { AdminArticle } from '@nightdesk/contracts'
import { Button } from '../../../ui/button.tsx'
import { usePublish } from './use-publish.ts'

/** Publish or Unpublish. Archived and deleted articles must be restored first, so they get no button. */
export function PublishButton({ article }: { article: AdminArticle }) {
  const { state } = article
  const { publish, unpublish, isPending } = usePublish(article)
  if (state === 'draft') {
    return (
      <Button variant="success" isBusy={isPending} onClick={publish}>
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
