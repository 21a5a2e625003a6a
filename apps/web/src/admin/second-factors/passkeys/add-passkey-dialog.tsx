import { useMutation } from '@tanstack/react-query'
import { type ApiError, api } from '../../../api.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { makePasskey, type PasskeyError } from '../../auth/passkeys/browser.ts'
import { explainPasskey } from '../../auth/passkeys/use-passkey-sign-in.ts'
import type { FactorProps } from '../second-factors.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'

/** What the browser needs to make a passkey. */
type StartedPasskey = NonNullable<ReturnType<typeof api.secondFactors.passkeyOptions.useMutation>['data']>

interface AddPasskeyDialogProps extends FactorProps {
  started: StartedPasskey
  onClose(): void
}

/** Names a passkey, and makes it. */
export function AddPasskeyDialog({ started, onClose, onChanged }: AddPasskeyDialogProps) {
  const add = useAddPasskey(started, (codes) => {
    onClose()
    onChanged(codes)
  })
  const body = (
    <PasskeyNameForm
      initial="This device"
      action="Go On"
      isBusy={add.isPending}
      onSubmit={add.mutate}
      onClose={onClose}
    >
      {add.error && (
        <p role="alert" className="text-danger">
          {explainPasskey(add.error)}
        </p>
      )}
    </PasskeyNameForm>
  )
  return (
    <Dialog
      open
      role="dialog"
      title="Add a passkey"
      description="Give it a name that tells you later where it is. Your browser asks for your fingerprint, face or PIN next."
      onClose={onClose}
      body={body}
    />
  )
}

function useAddPasskey({ attempt, options }: StartedPasskey, onAdded: (codes: string[] | null) => void) {
  const { client } = api.useUtils()
  return useMutation<{ recovery_codes: string[] | null }, ApiError | PasskeyError, string>({
    mutationFn: async (name) =>
      client.secondFactors.addPasskey.mutate({ attempt, name, passkey: await makePasskey(options) }),
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
  })
}
