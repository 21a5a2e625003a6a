import type { ComponentProps } from 'react'
import { Field } from '../../ui/field.tsx'
import type { Schema } from '../../ui/form.tsx'

/** Adds a confirmation field for the password to a schema. `confirm_password` is only compared, never sent. */
export function withConfirmation<Values>(schema: Schema<Values>, field: string): Schema<Values> {
  return {
    safeParse(input) {
      const result = schema.safeParse(input)
      const entered = input as Record<string, unknown> // the values of a form
      if (!result.success || entered[field] === entered.confirm_password) return result
      const issues = [{ path: ['confirm_password'], message: 'Passwords do not match' }]
      return { success: false, error: { issues } }
    },
  }
}

/** The field that {@link withConfirmation} adds. */
export const ConfirmPassword = () => (
  <Field name="confirm_password" label="Confirm Password" type="password" autoComplete="new-password" />
)

export const PASSWORD_HINT = '8 characters or more are recommended.'

interface PasswordFieldProps extends ComponentProps<typeof Field> {
  /** Default: the password of the user, which browsers fill in. */
  isNew?: boolean
}

export const PasswordField = ({ isNew = false, ...field }: PasswordFieldProps) => (
  <Field
    type="password"
    autoComplete={isNew ? 'new-password' : 'current-password'}
    hint={isNew ? PASSWORD_HINT : undefined}
    {...field}
  />
)

export const totpCodeProblem = (typed: string) =>
  /^\s*(\d\s*){6}$/.test(typed) ? undefined : 'The code has six digits'
