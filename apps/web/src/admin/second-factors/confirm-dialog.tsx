import { useMutation } from '@tanstack/react-query'
import { type ApiError, api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { fieldRules } from '../../ui/form.tsx'
import { answerConfirmation } from '../auth/confirmation.ts'
import { askPasskey, canUsePasskeys, explainPasskey, type PasskeyError } from '../auth/passkeys.tsx'

const confirmed = () => answerConfirmation(true)

const schema = fieldRules({
  current_password: (typed) => (typed ? undefined : 'Password is required'),
})

/** Asks for the password or a passkey, before a call that a stolen session must not be enough for. */
export function ConfirmDialog() {
  const hasPasskeys = Boolean(api.secondFactors.get.useQuery({}).data?.passkeys.length)
  const byPassword = api.secondFactors.confirm.useMutation({ onSuccess: confirmed })
  const byPasskey = useConfirmByPasskey()
  const { error } = byPassword
  const isOfField = error?.data?.fields !== undefined
  return (
    <FormDialog
      title="Confirm that it is you"
      description="You signed in a while ago. For this, your password or a passkey has to show that it is still you."
      schema={schema}
      refused={error?.data?.fields}
      onSubmit={(entered) => byPassword.mutate(entered)}
      submit="Confirm"
      isBusy={byPassword.isPending}
      actions={
        hasPasskeys &&
        canUsePasskeys() && (
          <Button variant="secondary" isBusy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            Use a Passkey
          </Button>
        )
      }
      onClose={() => answerConfirmation(false)}
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
    </FormDialog>
  )
}

function useConfirmByPasskey() {
  const { client } = api.useUtils()
  return useMutation<void, ApiError | PasskeyError>({
    mutationFn: async () => {
      const { attempt, options } = await client.secondFactors.confirmationOptions.mutate({})
      await client.secondFactors.confirmWithPasskey.mutate({ attempt, passkey: await askPasskey(options) })
    },
    onSuccess: confirmed,
  })
}
