import type { Picture } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import type { Selection } from '../articles/list/selection.tsx'
import { SelectedBar } from '../articles/list/selection.tsx'
import { notify } from '../notify.ts'
import { countPictures, describeRemoval } from './describe-removal.ts'

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

const UNDO_MS = 10_000

/**
 * Removes pictures in one call, and announces the result with Undo.
 * @param onRemoved receives the ids of refused pictures
 */
function useRemoval(onRemoved: (refused: number[]) => void) {
  const { pictures } = api.useUtils()
  const refetch = () => void pictures.invalidate()
  const restoring = api.pictures.restore.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to bring the pictures back' } },
    onSuccess: ({ length }) => notify({ kind: 'success', title: `${countPictures(length)} brought back` }),
    onSettled: refetch,
  })
  const removing = api.pictures.remove.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to remove the pictures' } },
    onSettled: refetch,
  })

  const remove = (selected: readonly Picture[]) =>
    removing.mutate(
      { ids: selected.map(({ id }) => id) },
      {
        onSuccess(results) {
          const idsOf = (wanted: 'removed' | 'refused') =>
            results.filter(({ outcome }) => outcome === wanted).map(({ id }) => id)
          const removed = idsOf('removed')
          notify({
            ...describeRemoval(results, selected),
            duration: UNDO_MS,
            undo: removed.length > 0 ? () => restoring.mutate({ ids: removed }) : undefined,
          })
          onRemoved(idsOf('refused'))
        },
      },
    )
  return { remove, isPending: removing.isPending }
}
