import { useMutation } from '@tanstack/react-query'
import { type ApiError, api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { fieldRules } from '../../ui/forms/field-rules.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { askPasskey, canUsePasskeys, type PasskeyError } from '../auth/passkeys/browser.ts'
import { explainPasskey } from '../auth/passkeys/use-passkey-sign-in.ts'
import type { Confirmation } from './use-confirmation.ts'

interface ConfirmDialogProps {
  confirmation: Confirmation
  hasPasskeys: boolean
}

/** Asks for the password or a passkey, before a change of factors. */
export function ConfirmDialog({ confirmation, hasPasskeys }: ConfirmDialogProps) {
  return (
    <Dialog
      open={confirmation.waiting !== null}
      role="dialog"
      title="Confirm that it is you"
      description="You signed in a while ago, and this changes how you sign in."
      onClose={confirmation.cancel}
      body={<ByPassword confirmation={confirmation} hasPasskeys={hasPasskeys} />}
    />
  )
}

const schema = fieldRules({
  current_password: (typed) => (typed ? undefined : 'Password is required'),
})

function ByPassword({ confirmation, hasPasskeys }: ConfirmDialogProps) {
  const byPassword = api.secondFactors.confirm.useMutation({ onSuccess: confirmation.confirmed })
  const byPasskey = useConfirmByPasskey(confirmation.confirmed)
  const { error } = byPassword
  const isOfField = error?.data?.fields !== undefined
  return (
    <Form
      schema={schema}
      refused={error?.data?.fields}
      onSubmit={(entered) => byPassword.mutate(entered)}
      className="flex flex-col gap-4"
    >
      <Field
        name="current_password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      {(byPasskey.error || (error && !isOfField)) && (
        <p role="alert" className="text-danger">
          {byPasskey.error ? explainPasskey(byPasskey.error) : error?.message}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={confirmation.cancel}>
          Cancel
        </Button>
        {hasPasskeys && canUsePasskeys() && (
          <Button variant="secondary" isBusy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            Use a Passkey
          </Button>
        )}
        <Button type="submit" isBusy={byPassword.isPending}>
          Confirm
        </Button>
      </div>
    </Form>
  )
}

function useConfirmByPasskey(onConfirmed: () => void) {
  const { client } = api.useUtils()
  return useMutation<void, ApiError | PasskeyError>({
    mutationFn: async () => {
      const { attempt, options } = await client.secondFactors.confirmationOptions.mutate({})
      await client.secondFactors.confirmWithPasskey.mutate({ attempt, passkey: await askPasskey(options) })
    },
    onSuccess: onConfirmed,
  })
}
