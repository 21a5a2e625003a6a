import type { Picture } from '@nightdesk/contracts'
import { Button } from '../../ui/button.tsx'
import type { Selection } from '../articles/list/selection/use-selection.ts'
import { useRemoval } from './use-removal.ts'

interface RemovalBarProps {
  /** The selected pictures. */
  pictures: readonly Picture[]
  /** Whether the page has others that can be removed. */
  hasMore: boolean
  selection: Pick<Selection, 'set' | 'clear' | 'toggleAll'>
}

/** Removes the selected pictures. It stays at the bottom of the screen while some are selected. */
export function RemovalBar({ pictures, hasMore, selection }: RemovalBarProps) {
  const { remove, isPending } = useRemoval(selection.set)
  return (
    <section
      aria-label="Selected pictures"
      className="sticky bottom-4 z-30 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface p-2 pl-4 shadow-float max-md:bottom-20"
    >
      <p role="status" className="mr-auto font-medium tabular-nums">
        {pictures.length} selected
      </p>
      {hasMore && (
        <Button variant="secondary" onClick={selection.toggleAll}>
          Select all on this page
        </Button>
      )}
      <Button variant="secondary" isBusy={isPending} onClick={() => remove(pictures)}>
        Remove
      </Button>
      <Button variant="ghost" onClick={selection.clear}>
        Clear selection
      </Button>
    </section>
  )
}
