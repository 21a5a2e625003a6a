import type { Picture } from '@nightdesk/contracts'
import { Button } from '../../ui/button.tsx'
import { SelectedBar } from '../articles/list/selection/selected-bar.tsx'
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
    <SelectedBar label="Selected pictures" count={pictures.length} onClear={selection.clear}>
      {hasMore && (
        <Button variant="secondary" onClick={selection.toggleAll}>
          Select all on this page
        </Button>
      )}
      <Button variant="secondary" isBusy={isPending} onClick={() => remove(pictures)}>
        Remove
      </Button>
    </SelectedBar>
  )
}
