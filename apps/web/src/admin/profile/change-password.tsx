import { changePassword } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { PASSWORD_HINT } from '../auth/one-time-links/password-hint.ts'
import { withConfirmation } from '../auth/with-confirmation.ts'
import { notify } from '../notify.ts'

const schema = withConfirmation(changePassword, 'new_password')

/** Form to change the password. This session continues, all others of the user end. */
export function ChangePassword() {
  // Remounts the form after each success, so that no password stays in the page. Its button keeps the focus.
  const [formKey, setFormKey] = useState(0)
  const change = api.profile.changePassword.useMutation({
    meta: { failure: { title: 'Failed to change password' } },
    onSuccess: () => {
      notify({ kind: 'success', title: 'Success', description: 'Password changed successfully' })
      setFormKey((key) => key + 1)
    },
  })
  return (
    <Card title="Change Password">
      <Form
        key={formKey}
        schema={schema}
        refused={change.error?.data?.fields}
        onSubmit={(passwords) => change.mutate(passwords)}
        className="flex max-w-md flex-col gap-4"
      >
        <Field
          name="current_password"
          label="Current Password"
          type="password"
          autoComplete="current-password"
        />
        <Field
          name="new_password"
          label="New Password"
          type="password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
        />
        <Field name="confirm_password" label="Confirm Password" type="password" autoComplete="new-password" />
        <div>
          <Button type="submit" isBusy={change.isPending} autoFocus={formKey > 0}>
            Change Password
          </Button>
        </div>
      </Form>
    </Card>
  )
}
