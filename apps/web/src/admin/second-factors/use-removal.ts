import { api } from '../../api.ts'
import { useNotify } from '../notify.ts'
import type { FactorProps } from './second-factors.tsx'

/** Removes a factor of the user, after a confirmation if one is needed. */
export function useRemoval({ confirmation, onChanged }: Pick<FactorProps, 'confirmation' | 'onChanged'>) {
  const notify = useNotify()
  const removed = (description: string) => {
    onChanged()
    notify({ kind: 'success', title: 'Success', description })
  }
  const passkey = api.secondFactors.removePasskey.useMutation({
    meta: { failure: { title: 'Failed to remove the passkey' } },
    onSuccess: () => removed('Passkey removed'),
    onError: (error, input) => confirmation.askAfter(error, () => passkey.mutate(input)),
  })
  const totp = api.secondFactors.removeTotp.useMutation({
    meta: { failure: { title: 'Failed to remove the authenticator app' } },
    onSuccess: () => removed('Authenticator app removed'),
    onError: (error) => confirmation.askAfter(error, () => totp.mutate({})),
  })
  return { removePasskey: (id: number) => passkey.mutate({ id }), removeTotp: () => totp.mutate({}) }
}
