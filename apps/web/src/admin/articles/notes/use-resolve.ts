import { api } from '../../../api.ts'
import { notify } from '../../notify.ts'

/** Mutations that resolve a note and open it again. */
export function useResolve(id: number) {
  const utils = api.useUtils()
  const reload = () => utils.notes.list.invalidate({ id })
  const { mutate: reopen } = api.notes.reopen.useMutation({
    meta: { failure: { title: 'Failed to reopen the note' } },
    onSuccess: reload,
  })
  const { mutate: resolve, isPending } = api.notes.resolve.useMutation({
    meta: { failure: { title: 'Failed to resolve the note' } },
    onSuccess: (_, { note_id }) => {
      reload()
      notify({ kind: 'success', title: 'Note resolved', topic: 'note', undo: () => reopen({ id, note_id }) })
    },
  })
  return {
    isPending,
    resolve: (note_id: number) => resolve({ id, note_id }),
    reopen: (note_id: number) => reopen({ id, note_id }),
  }
}
