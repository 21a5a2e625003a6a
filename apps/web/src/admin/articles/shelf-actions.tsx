import type { ArticleState } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { Button, type ButtonSize } from '../../ui/button.tsx'
import { useNotify } from '../notify.ts'
import { useArticleChanged } from './use-article-changed.ts'
import { usePublish } from './use-publish.ts'

interface ShelfActionsProps {
  article: { id: number; title: string; state: ArticleState }
  size?: ButtonSize
}

/** Archive, Delete and Restore. Nothing is lost for good here: the trash is kept for 30 days. */
export function ShelfActions({ article: { id, title, state }, size = 'md' }: ShelfActionsProps) {
  const { archive, trash, restore, isPending } = useShelf(id, state)
  const button = (label: string, onClick: () => void) => (
    <Button
      variant="ghost"
      size={size}
      disabled={isPending}
      aria-label={`${label} ${title}`}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  if (state === 'deleted') return button('Restore', restore)
  return (
    <>
      {state === 'archived' ? button('Restore', restore) : button('Archive', archive)}
      {button('Delete', trash)}
    </>
  )
}

function useShelf(id: number, state: ArticleState) {
  const topic = `article ${id}`
  const notify = useNotify()
  const articleChanged = useArticleChanged()
  const restore = api.articles.restore.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to restore article' } },
    onSuccess: (article) => {
      articleChanged(article)
      notify({
        kind: 'success',
        title: 'Article restored successfully',
        description: 'It is a draft.',
        topic,
      })
    },
  })
  const { publish } = usePublish(id)
  async function undo() {
    try {
      await restore.mutateAsync({ id })
    } catch {
      return // Already announced.
    }
    if (state === 'published') publish()
  }
  const archive = api.articles.archive.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to archive article' } },
    onSuccess: (article) => {
      articleChanged(article)
      notify({ kind: 'success', title: 'Article archived successfully', topic, undo })
    },
  })
  const trash = api.articles.delete.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to delete article' } },
    onSuccess: (article) => {
      articleChanged(article)
      notify({ kind: 'success', title: 'Article moved to the trash', topic, undo })
    },
  })
  return {
    restore: () => restore.mutate({ id }),
    archive: () => archive.mutate({ id }),
    trash: () => trash.mutate({ id }),
    isPending: restore.isPending || archive.isPending || trash.isPending,
  }
}
