import type { SecondFactorStatus } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { api } from '../../api.ts'
import { notify } from '../notify.ts'

/** What the screens of all factors share. */
export interface FactorProps {
  status: SecondFactorStatus
  /** Shows new recovery codes, and reads the factors again. */
  onChanged(codes?: string[] | null): void
}

interface FactorRowProps {
  title: string
  /** Its state, in a sentence. */
  note: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** One way to sign in: its name, state and buttons. */
export function FactorRow({ title, note, actions, children }: FactorRowProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{title}</h3>
          <p className="text-muted">{note}</p>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

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
