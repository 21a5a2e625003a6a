import { lazy, useState } from 'react'
import { api, explain } from '../../api.ts'
import { formatDate } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, Question } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, fieldRules } from '../../ui/form.tsx'
import { LazyBoundary } from '../screen/lazy.tsx'
import { type FactorProps, FactorRow, useRemoval } from './factor.tsx'

/** The authenticator app of the user. */
export function TotpApp(props: FactorProps) {
  const { totp } = props.status
  const [isRemoving, setIsRemoving] = useState(false)
  const { removeTotp } = useRemoval(props)
  const remove = () => {
    removeTotp()
    setIsRemoving(false)
  }
  const start = api.secondFactors.startTotp.useMutation({
    meta: { failure: { title: 'Failed to set up the authenticator app' } },
  })
  const note = totp
    ? `Set up on ${formatDate(totp.created_at)}. Its codes are asked for after your password.`
    : 'None yet. It works on every device, also without a network.'
  return (
    <FactorRow
      title="Authenticator app"
      note={note}
      actions={
        totp ? (
          <Button
            variant="secondary"
            aria-label="Remove the authenticator app"
            onClick={() => setIsRemoving(true)}
          >
            Remove
          </Button>
        ) : (
          <Button variant="secondary" isBusy={start.isPending} onClick={() => start.mutate({})}>
            Set Up an App
          </Button>
        )
      }
    >
      {start.data && <TotpDialog {...props} started={start.data} onClose={start.reset} />}
      <Question
        open={isRemoving}
        title="Remove the authenticator app?"
        description="Its codes do not work any more. Delete the entry in the app, too."
        yes="Remove"
        onYes={remove}
        onClose={() => setIsRemoving(false)}
      />
    </FactorRow>
  )
}

interface TotpDialogProps extends FactorProps {
  started: { attempt: string; secret: string; url: string }
  onClose(): void
}

const schema = fieldRules({
  code: (typed) => (/^\s*(\d\s*){6}$/.test(typed) ? undefined : 'The code has six digits'),
})

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** Shows the secret as a QR code and as text, and takes the first code. */
function TotpDialog({ started, onClose, onChanged }: TotpDialogProps) {
  return (
    <Dialog
      open
      role="dialog"
      title="Set up an authenticator app"
      description="Scan the square with an app such as Aegis, Ente Auth, Google Authenticator or your password manager. Then enter the code that it shows."
      onClose={onClose}
      body={
        <div className="flex flex-col gap-4">
          <div className="self-center">
            <LazyBoundary name="The QR code" fallback={<div className="size-48" />}>
              <QrCode text={started.url} label="QR code for the authenticator app" />
            </LazyBoundary>
          </div>
          <div>
            <p className="text-xs text-muted">Or type this key into the app:</p>
            <p className="font-mono text-sm wrap-anywhere select-all">
              {started.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </p>
          </div>
          <FirstCode started={started} onClose={onClose} onChanged={onChanged} />
        </div>
      }
    />
  )
}

function FirstCode({ started, onClose, onChanged }: Omit<TotpDialogProps, 'status'>) {
  const add = api.secondFactors.addTotp.useMutation({
    onSuccess: ({ recovery_codes }) => {
      onClose()
      onChanged(recovery_codes)
    },
  })
  return (
    <Form
      schema={schema}
      refused={add.error?.data?.fields}
      onSubmit={({ code }) => add.mutate({ attempt: started.attempt, code })}
      className="flex flex-col gap-4"
    >
      <Field name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" autoFocus />
      {add.error && !add.error.data?.fields && (
        <p role="alert" className="text-danger">
          {explain(add.error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={add.isPending}>
          Confirm
        </Button>
      </div>
    </Form>
  )
}
