import type { Redirect } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { notify } from '../notify.ts'

/** Removes a redirect, with Undo. */
export function useRemoveRedirect() {
  const { redirects } = api.useUtils()
  const onSettled = () => void redirects.invalidate()
  const creating = api.redirects.create.useMutation({
    meta: { failure: { title: 'Failed to bring the redirect back' } },
    onSettled,
  })
  const deleting = api.redirects.delete.useMutation({
    meta: { failure: { title: 'Failed to remove the redirect' } },
    onSettled,
  })
  const remove = ({ id, path, target }: Redirect) =>
    deleting.mutate(
      { id },
      {
        onSuccess: () =>
          notify({
            kind: 'success',
            title: 'Redirect removed',
            description: path,
            undo: () => creating.mutate({ path, target }),
          }),
      },
    )
  return { remove, isPending: deleting.isPending }
}
