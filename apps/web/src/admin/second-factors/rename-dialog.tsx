import type { Passkey } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { fieldRules } from '../../ui/forms/field-rules.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

interface RenameDialogProps {
  passkey: Passkey
  onRenamed(): void
  onClose(): void
}

/** The form that names a passkey. */
export const passkeyName = fieldRules({ name: (typed) => (typed.trim() ? undefined : 'Name is required') })

/** Gives a passkey another name. */
export function RenameDialog({ passkey: { id, name }, onRenamed, onClose }: RenameDialogProps) {
  const rename = api.secondFactors.renamePasskey.useMutation({
    meta: { failure: { title: 'Failed to rename the passkey' } },
    onSuccess() {
      onRenamed()
      onClose()
    },
  })
  const body = (
    <Form
      schema={passkeyName}
      onSubmit={(entered) => rename.mutate({ id, name: entered.name })}
      className="flex flex-col gap-4"
    >
      <Field name="name" label="Name" defaultValue={name} maxLength={100} autoComplete="off" />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={rename.isPending}>
          Rename
        </Button>
      </div>
    </Form>
  )
  return (
    <Dialog
      open
      role="dialog"
      title={`Rename the passkey “${name}”`}
      description="Give it a name that tells you later where it is."
      onClose={onClose}
      body={body}
    />
  )
}
