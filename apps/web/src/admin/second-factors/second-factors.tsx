import type { SecondFactorStatus } from '@nightdesk/contracts'
import { useState } from 'react'
import { api, explain } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Passkeys } from './passkeys/passkeys.tsx'
import { CodesDialog, RecoveryCodes } from './recovery-codes.tsx'
import { TotpApp } from './totp-app.tsx'

/** The passkeys, authenticator app and recovery codes of the user. */
export function SecondFactors() {
  const status = api.secondFactors.get.useQuery({})
  return (
    <Card id="second-factor" title="Second Factor">
      {status.isPending && <Loading label="Loading second factors..." />}
      {status.isError && <ErrorState message={explain(status.error)} onRetry={() => status.refetch()} />}
      {status.data && <Factors status={status.data} />}
    </Card>
  )
}

/** What the parts share. */
export interface FactorProps {
  status: SecondFactorStatus
  /** Shows new recovery codes, and reads the factors again. */
  onChanged(codes?: string[] | null): void
}

/** The parts without a card around them, for the screen that makes somebody enrol. */
export function Factors({ status }: { status: SecondFactorStatus }) {
  const utils = api.useUtils()
  const [codes, setCodes] = useState<string[] | null>(null)
  const onChanged = (made?: string[] | null) => {
    setCodes(made ?? null)
    utils.secondFactors.get.invalidate()
  }
  const parts = { status, onChanged }
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-2">
        A password alone can be guessed or stolen. A passkey signs you in with your fingerprint, face or PIN;
        an authenticator app on your phone shows a code to type after the password.
      </p>
      <div className="divide-y divide-line">
        <Passkeys {...parts} />
        <TotpApp {...parts} />
        <RecoveryCodes {...parts} />
      </div>
      <CodesDialog codes={codes} onClose={() => setCodes(null)} />
    </>
  )
}
