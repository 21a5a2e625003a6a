import type { Picture } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { notify } from '../notify.ts'
import { countPictures, describeRemoval } from './describe-removal.ts'

const UNDO_MS = 10_000

/**
 * Removes pictures in one call, and announces the result with Undo.
 * @param onRemoved receives the ids of refused pictures
 */
export function useRemoval(onRemoved: (refused: number[]) => void) {
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
