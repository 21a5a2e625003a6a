import { useMutation } from '@tanstack/react-query'
import { type ApiError, api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, fieldRules } from '../../ui/form.tsx'
import { answerConfirmation } from '../auth/confirmation.ts'
import { askPasskey, canUsePasskeys, explainPasskey, type PasskeyError } from '../auth/passkeys.tsx'

const confirmed = () => answerConfirmation(true)
const cancel = () => answerConfirmation(false)

/** Asks for the password or a passkey, before a call that a stolen session must not be enough for. */
export function ConfirmDialog() {
  return (
    <Dialog
      open
      role="dialog"
      title="Confirm that it is you"
      description="You signed in a while ago. For this, your password or a passkey has to show that it is still you."
      onClose={cancel}
      body={<ByPassword />}
    />
  )
}

const schema = fieldRules({
  current_password: (typed) => (typed ? undefined : 'Password is required'),
})

function ByPassword() {
  const hasPasskeys = Boolean(api.secondFactors.get.useQuery({}).data?.passkeys.length)
  const byPassword = api.secondFactors.confirm.useMutation({ onSuccess: confirmed })
  const byPasskey = useConfirmByPasskey()
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
        <Button variant="ghost" onClick={cancel}>
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
