import { api } from '../../../api.ts'
import { notify } from '../../notify.ts'

/** Notes and removes corrections of an article. Undo in the notice removes the one that was just noted. */
export function useCorrections(articleId: number) {
  const { corrections } = api.useUtils()
  const refetch = () => corrections.list.invalidate({ id: articleId })
  const remove = api.corrections.delete.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to remove the correction' } },
    onSuccess: () => {
      void refetch()
      notify({ kind: 'success', title: 'Correction removed', topic: `corrections ${articleId}` })
    },
  })
  const note = api.corrections.create.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to note the correction' } },
    onSuccess: ({ id }) => {
      void refetch()
      notify({
        kind: 'success',
        title: 'Correction noted',
        description: 'Readers see it below the story.',
        topic: `corrections ${articleId}`,
        undo: () => remove.mutate({ id: articleId, correction_id: id }),
      })
    },
  })
  return {
    note: (text: string, onNoted: () => void) => note.mutate({ id: articleId, text }, { onSuccess: onNoted }),
    remove: (correctionId: number) => remove.mutate({ id: articleId, correction_id: correctionId }),
    refused: note.error?.data?.fields,
    isNoting: note.isPending,
  }
}
