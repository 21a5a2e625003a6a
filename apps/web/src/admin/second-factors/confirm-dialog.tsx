import { useMutation } from '@tanstack/react-query'
import { type ApiError, api, explain } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { fieldRules } from '../../ui/form.tsx'
import { answerConfirmation } from '../auth/confirmation.ts'
import { PasswordField } from '../auth/credentials.tsx'
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
  return (
    <FormDialog
      title="Confirm that it is you"
      description="You signed in a while ago. For this, your password or a passkey has to show that it is still you."
      schema={schema}
      call={byPassword}
      problem={
        byPasskey.error ? explainPasskey(byPasskey.error) : error && !error.data?.fields && explain(error)
      }
      onSubmit={(values) => {
        byPasskey.reset()
        byPassword.mutate(values)
      }}
      submit="Confirm"
      before={
        hasPasskeys &&
        canUsePasskeys() && (
          <Button isBusy={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            Use a Passkey
          </Button>
        )
      }
      onClose={() => answerConfirmation(false)}
    >
      <PasswordField name="current_password" label="Your password" autoFocus />
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
