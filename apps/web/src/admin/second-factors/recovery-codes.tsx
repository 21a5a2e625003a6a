import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { formatCount } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { siteName } from '../screen/site-name.ts'
import { FactorRow } from './factor-row.tsx'
import type { FactorProps } from './second-factors.tsx'

/** How many recovery codes are left, and new ones. */
export function RecoveryCodes({ status, onChanged }: FactorProps) {
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
export function CodesDialog({ codes, onClose }: { codes: string[] | null; onClose(): void }) {
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
