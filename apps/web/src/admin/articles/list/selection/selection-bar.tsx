import type { AdminArticleSummary, ArticleState, BulkChange } from '@nightdesk/contracts'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { SelectedBar } from './selected-bar.tsx'
import { AddTagDialog, RemoveTagDialog } from './tag-dialogs.tsx'
import { useBulkChange } from './use-bulk-change.ts'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  /** The selected articles. */
  articles: AdminArticleSummary[]
  selection: Pick<Selection, 'set' | 'clear'>
}

type Action = { change: BulkChange; label: string; from: readonly ArticleState[] }

const ACTIONS: readonly Action[] = [
  { change: 'publish', label: 'Publish', from: ['draft'] },
  { change: 'unpublish', label: 'Unpublish', from: ['published'] },
  { change: 'add_tag', label: 'Add tag', from: ['draft', 'published', 'archived'] },
  { change: 'remove_tag', label: 'Remove tag', from: ['draft', 'published', 'archived'] },
  { change: 'archive', label: 'Archive', from: ['draft', 'published'] },
  { change: 'restore', label: 'Restore', from: ['archived', 'deleted'] },
]

/** What can be done with the selected articles. It stays at the bottom of the screen while some are selected. */
export function SelectionBar({ articles, selection }: SelectionBarProps) {
  const { change, isPending } = useBulkChange(selection.set)
  const [asksFor, setAsksFor] = useState<BulkChange | null>(null)
  const tags = [...new Set(articles.flatMap((article) => article.tags.map(({ name }) => name)))]
  const possible = ACTIONS.filter(
    ({ change, from }) =>
      articles.some(({ state }) => from.includes(state)) && (change !== 'remove_tag' || tags.length > 0),
  )
  const dialog = {
    count: articles.length,
    onClose: () => setAsksFor(null),
    onChoose(tag: string) {
      setAsksFor(null)
      if (asksFor) change(asksFor, articles, tag)
    },
  }
  return (
    <SelectedBar label="Selected articles" count={articles.length} onClear={selection.clear}>
      {possible.map(({ change: name, label }) => (
        <Button
          key={name}
          variant="secondary"
          isBusy={isPending}
          onClick={() => (name.endsWith('_tag') ? setAsksFor(name) : change(name, articles))}
        >
          {label}
        </Button>
      ))}
      {asksFor === 'add_tag' && <AddTagDialog {...dialog} />}
      {asksFor === 'remove_tag' && <RemoveTagDialog {...dialog} tags={tags} />}
    </SelectedBar>
  )
}
