import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { fieldRules } from '../../../ui/forms/field-rules.ts'
import { Form } from '../../../ui/forms/form.tsx'

interface PasskeyNameFormProps {
  initial: string
  /** Of the button. */
  action: string
  isBusy: boolean
  onSubmit(name: string): void
  onClose(): void
  /** Why the last try failed. */
  children?: ReactNode
}

const schema = fieldRules({ name: (typed) => (typed.trim() ? undefined : 'Name is required') })

/** The form that names a passkey. */
export function PasskeyNameForm(props: PasskeyNameFormProps) {
  const { initial, action, isBusy, onSubmit, onClose, children } = props
  return (
    <Form schema={schema} onSubmit={({ name }) => onSubmit(name)} className="flex flex-col gap-4">
      <Field name="name" label="Name" defaultValue={initial} maxLength={100} autoComplete="off" />
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </Form>
  )
}
