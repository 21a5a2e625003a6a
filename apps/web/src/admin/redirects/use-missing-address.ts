import { api } from '../../api.ts'
import { notify } from '../notify.ts'

/** Redirects an address that was not found, or takes it from the list. */
export function useMissingAddress(path: string) {
  const { redirects } = api.useUtils()
  const onSettled = () => void redirects.invalidate()
  const undoing = api.redirects.delete.useMutation({
    meta: { failure: { title: 'Failed to remove the redirect' } },
    onSettled,
  })
  const creating = api.redirects.create.useMutation({
    meta: { failure: { title: 'Failed to save the redirect' } },
    onSuccess: ({ id, target, article }) =>
      notify({
        kind: 'success',
        title: 'Redirect saved',
        description: `${path} leads to ${article?.title || target}`,
        undo: () => undoing.mutate({ id }),
      }),
    onSettled,
  })
  const dismissing = api.redirects.dismiss.useMutation({
    meta: { failure: { title: 'Failed to dismiss the address' } },
    onSettled,
  })
  return {
    redirectTo: (target: string) => creating.mutate({ path, target }),
    dismiss: () => dismissing.mutate({ path }),
    isPending: creating.isPending,
  }
}
