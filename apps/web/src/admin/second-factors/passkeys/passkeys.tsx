import type { Passkey } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { formatDate, formatDateTime } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, Question } from '../../../ui/overlays/dialog.tsx'
import { canUsePasskeys } from '../../auth/passkeys/browser.ts'
import { FactorRow } from '../factor-row.tsx'
import type { FactorProps } from '../second-factors.tsx'
import { useRemoval } from '../use-removal.ts'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'

const NONE = 'None yet. A passkey signs you in without a password, and cannot be typed into a false page.'
const BROWSER_PROBLEM = 'This browser cannot make passkeys at this address.'

/** The passkeys of the user. */
export function Passkeys(props: FactorProps) {
  const { passkeys, passkey_problem } = props.status
  const start = api.secondFactors.passkeyOptions.useMutation({
    meta: { failure: { title: 'Failed to add a passkey' } },
  })
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const { removePasskey } = useRemoval(props)
  const remove = () => {
    if (removing) removePasskey(removing.id)
    setRemoving(null)
  }
  const problem = passkey_problem ?? (canUsePasskeys() ? null : BROWSER_PROBLEM)
  return (
    <FactorRow
      title="Passkeys"
      note={
        problem ?? (passkeys.length === 0 ? NONE : 'Each of them signs you in, alone or after the password.')
      }
      actions={
        !problem && (
          <Button variant="secondary" isBusy={start.isPending} onClick={() => start.mutate({})}>
            Add a Passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="flex flex-col gap-2">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      {start.data && <AddPasskeyDialog {...props} started={start.data} onClose={start.reset} />}
      {renaming && (
        <RenameDialog
          passkey={renaming}
          onRenamed={() => props.onChanged()}
          onClose={() => setRenaming(null)}
        />
      )}
      <Question
        open={removing !== null}
        title={`Remove the passkey “${removing?.name ?? ''}”?`}
        description="It does not sign you in any more. Your device still lists it until you delete it there."
        yes="Remove"
        onYes={remove}
        onClose={() => setRemoving(null)}
      />
    </FactorRow>
  )
}

interface RowProps {
  passkey: Passkey
  onRename(): void
  onRemove(): void
}

function Row({ passkey, onRename, onRemove }: RowProps) {
  const { name, created_at, last_used_at } = passkey
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{name}</p>
        <p className="text-xs text-muted">
          Added {formatDate(created_at)} ·{' '}
          {last_used_at ? `last used ${formatDateTime(last_used_at)}` : 'not used yet'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="ghost" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button size="sm" variant="secondary" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

interface RenameDialogProps {
  passkey: Passkey
  onRenamed(): void
  onClose(): void
}

/** Gives a passkey another name. */
function RenameDialog({ passkey: { id, name }, onRenamed, onClose }: RenameDialogProps) {
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
