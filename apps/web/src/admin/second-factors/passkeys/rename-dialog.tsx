import type { Passkey } from '@nightdesk/contracts'
import { api } from '../../../api.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'

interface RenameDialogProps {
  passkey: Passkey
  onRenamed(): void
  onClose(): void
}

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
    <PasskeyNameForm
      initial={name}
      action="Rename"
      isBusy={rename.isPending}
      onSubmit={(entered) => rename.mutate({ id, name: entered })}
      onClose={onClose}
    />
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
