import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { notify } from '../../notify.ts'
import { useNotes } from '../notes/use-notes.ts'
import { proofKey } from './proof-key.ts'

/** The preview links of an article, with mutations to create and revoke them. */
export function usePreviews(id: number) {
  const utils = api.useUtils()
  const queries = useQueryClient()
  const hasNotes = (useNotes(id)?.length ?? 0) > 0
  const links = api.previews.list.useQuery({ id })
  const reload = () => utils.previews.list.invalidate({ id })
  const create = api.previews.create.useMutation({
    meta: { failure: { title: 'Failed to make a preview link' } },
    onSuccess: reload,
  })
  const revoke = api.previews.revoke.useMutation({
    meta: { failure: { title: 'Failed to revoke the preview link' } },
    onSuccess: () => {
      reload()
      // It may have been the link of the proof.
      void queries.resetQueries({ queryKey: proofKey(id) })
      const description = hasNotes
        ? 'It shows nothing any more. The notes of readers stay with the article.'
        : 'It shows nothing any more.'
      notify({ kind: 'success', title: 'Preview link revoked', description })
    },
  })
  return { links, create, revoke }
}
