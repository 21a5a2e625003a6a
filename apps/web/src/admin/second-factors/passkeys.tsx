import type { Passkey } from '@nightdesk/contracts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type ApiError, api } from '../../api.ts'
import { formatDate, formatDateTime } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton, FormDialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { fieldRules } from '../../ui/form.tsx'
import { canUsePasskeys, explainPasskey, makePasskey, type PasskeyError } from '../auth/passkeys.tsx'
import { type FactorProps, FactorRow, useRemoval } from './factor.tsx'

const NONE = 'None yet. A passkey signs you in without a password, and cannot be typed into a false page.'
const BROWSER_PROBLEM = 'This browser cannot make passkeys at this address.'

/** The passkeys of the user. */
export function Passkeys(props: FactorProps) {
  const { passkeys, passkey_problem } = props.status
  const start = api.secondFactors.passkeyOptions.useMutation({
    meta: { failure: { title: 'Failed to add a passkey' } },
  })
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const { removePasskey } = useRemoval(props)
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
              onRemove={() => removePasskey(passkey.id)}
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
        <ConfirmButton
          size="sm"
          aria-label={`Remove ${name}`}
          question={{
            title: `Remove the passkey “${name}”?`,
            description:
              'It does not sign you in any more. Your device still lists it until you delete it there.',
            yes: 'Remove',
          }}
          onConfirm={onRemove}
        >
          Remove
        </ConfirmButton>
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
  return (
    <NameDialog
      title={`Rename the passkey “${name}”`}
      description="Give it a name that tells you later where it is."
      initial={name}
      submit="Rename"
      isBusy={rename.isPending}
      onSubmit={(entered) => rename.mutate({ id, name: entered })}
      onClose={onClose}
    />
  )
}

/** What the browser needs to make a passkey. */
type StartedPasskey = NonNullable<ReturnType<typeof api.secondFactors.passkeyOptions.useMutation>['data']>

interface AddPasskeyDialogProps extends FactorProps {
  started: StartedPasskey
  onClose(): void
}

/** Names a passkey, and makes it. */
function AddPasskeyDialog({ started, onClose, onChanged }: AddPasskeyDialogProps) {
  const add = useAddPasskey(started, (codes) => {
    onClose()
    onChanged(codes)
  })
  return (
    <NameDialog
      title="Add a passkey"
      description="Give it a name that tells you later where it is. Your browser asks for your fingerprint, face or PIN next."
      initial="This device"
      submit="Go On"
      isBusy={add.isPending}
      onSubmit={add.mutate}
      onClose={onClose}
    >
      {add.error && (
        <p role="alert" className="text-danger">
          {explainPasskey(add.error)}
        </p>
      )}
    </NameDialog>
  )
}

function useAddPasskey({ attempt, options }: StartedPasskey, onAdded: (codes: string[] | null) => void) {
  const { client } = api.useUtils()
  return useMutation<{ recovery_codes: string[] | null }, ApiError | PasskeyError, string>({
    mutationFn: async (name) =>
      client.secondFactors.addPasskey.mutate({ attempt, name, passkey: await makePasskey(options) }),
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
  })
}

interface NameDialogProps {
  title: string
  description: string
  initial: string
  submit: string
  isBusy: boolean
  onSubmit(name: string): void
  onClose(): void
  /** Why the last try failed. */
  children?: ReactNode
}

const schema = fieldRules({ name: (typed) => (typed.trim() ? undefined : 'Name is required') })

/** Asks for the name of a passkey. */
const NameDialog = ({ initial, onSubmit, children, ...dialog }: NameDialogProps) => (
  <FormDialog {...dialog} schema={schema} onSubmit={({ name }) => onSubmit(name)}>
    <Field name="name" label="Name" defaultValue={initial} maxLength={100} autoComplete="off" />
    {children}
  </FormDialog>
)
