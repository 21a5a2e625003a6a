import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { useNotify } from '../../notify.ts'
import { proofKey } from './proof-key.ts'

/** The preview links of an article, with mutations to create and revoke them. */
export function usePreviews(id: number) {
  const utils = api.useUtils()
  const queries = useQueryClient()
  const notify = useNotify()
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
      notify({ kind: 'success', title: 'Preview link revoked', description: 'It shows nothing any more.' })
    },
  })
  return { links, create, revoke }
}
