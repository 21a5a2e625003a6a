import type { SecondFactorStatus } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { formatCount } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/states.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { Loaded } from '../screen/loaded.tsx'
import { siteName } from '../screen/page.tsx'
import { type FactorProps, FactorRow } from './factor.tsx'
import { Passkeys } from './passkeys.tsx'
import { TotpApp } from './totp.tsx'

/** The passkeys, authenticator app and recovery codes of the user. */
export function SecondFactors() {
  const status = api.secondFactors.get.useQuery({})
  return (
    <Card id="second-factor" title="Second Factor">
      <Loaded query={status} loading={<Loading label="Loading second factors..." />}>
        {(factors) => <Factors status={factors} />}
      </Loaded>
    </Card>
  )
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

/** How many recovery codes are left, and new ones. */
function RecoveryCodes({ status, onChanged }: FactorProps) {
  const renew = api.secondFactors.renewRecoveryCodes.useMutation({
    meta: { failure: { title: 'Failed to make recovery codes' } },
    onSuccess: ({ recovery_codes }) => onChanged(recovery_codes),
  })
  const hasFactor = status.passkeys.length > 0 || status.totp !== null
  return (
    <FactorRow
      title="Recovery codes"
      note={
        hasFactor
          ? describeLeft(status.recovery_codes)
          : 'You get ten of them with your first passkey or app.'
      }
      actions={
        hasFactor && (
          <Button variant="secondary" isBusy={renew.isPending} onClick={() => renew.mutate({})}>
            Make New Codes
          </Button>
        )
      }
    />
  )
}

function describeLeft(count: number): string {
  if (count === 0) return 'None left. Make new ones, so that you can sign in when your device is lost.'
  return `${formatCount(count, 'code is', 'codes are')} left. Each signs you in once when your device is lost. New ones replace them.`
}

/** New recovery codes, which are not shown again. */
function CodesDialog({ codes, onClose }: { codes: string[] | null; onClose(): void }) {
  const text = codes?.join('\n') ?? ''
  const { copy, outcome } = useCopy(text, 'Select the codes, and copy them with your keyboard')

  return (
    <Dialog
      open={codes !== null}
      title="Your recovery codes"
      description="Each of them signs you in once when you do not have your device. They are shown only now: store them where you find them without it."
      onClose={onClose}
      body={
        <div className="flex flex-col gap-3">
          <ol
            aria-label="Recovery codes"
            className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-sm min-[26rem]:grid-cols-2"
          >
            {codes?.map((code) => (
              <li key={code} className="whitespace-nowrap">
                {code}
              </li>
            ))}
          </ol>
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="secondary" onClick={copy}>
              Copy
            </Button>
            <Button
              variant="secondary"
              onClick={() => download('recovery-codes.txt', `${siteName}\n\n${text}\n`)}
            >
              Download
            </Button>
            <span role="status" className="text-ink-2">
              {outcome}
            </span>
          </div>
        </div>
      }
    >
      <Button onClick={onClose}>I Have Stored Them</Button>
    </Dialog>
  )
}
