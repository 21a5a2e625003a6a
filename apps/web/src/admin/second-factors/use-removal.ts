import { api } from '../../api.ts'
import { notify } from '../notify.ts'
import type { FactorProps } from './second-factors.tsx'

/** Removes a factor of the user. */
export function useRemoval({ onChanged }: Pick<FactorProps, 'onChanged'>) {
  const removed = (description: string) => {
    onChanged()
    notify({ kind: 'success', title: 'Success', description })
  }
  const passkey = api.secondFactors.removePasskey.useMutation({
    meta: { failure: { title: 'Failed to remove the passkey' } },
    onSuccess: () => removed('Passkey removed'),
  })
  const totp = api.secondFactors.removeTotp.useMutation({
    meta: { failure: { title: 'Failed to remove the authenticator app' } },
    onSuccess: () => removed('Authenticator app removed'),
  })
  return { removePasskey: (id: number) => passkey.mutate({ id }), removeTotp: () => totp.mutate({}) }
}
