import { lazy } from 'react'
import { api, explain } from '../../api.ts'
import { formatDate } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton, FormDialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { fieldRules } from '../../ui/form.tsx'
import { totpCodeProblem } from '../auth/credentials.ts'
import { LazyBoundary } from '../screen/lazy.tsx'
import { type FactorProps, FactorRow, useRemoval } from './factor.tsx'

/** The authenticator app of the user. */
export function TotpApp(props: FactorProps) {
  const { totp } = props.status
  const { removeTotp } = useRemoval(props)
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
          <ConfirmButton
            aria-label="Remove the authenticator app"
            question={{
              title: 'Remove the authenticator app?',
              description: 'Its codes do not work any more. Delete the entry in the app, too.',
              yes: 'Remove',
            }}
            onConfirm={removeTotp}
          >
            Remove
          </ConfirmButton>
        ) : (
          <Button variant="secondary" isBusy={start.isPending} onClick={() => start.mutate({})}>
            Set Up an App
          </Button>
        )
      }
    >
      {start.data && <TotpDialog {...props} started={start.data} onClose={start.reset} />}
    </FactorRow>
  )
}

interface TotpDialogProps extends FactorProps {
  started: { attempt: string; secret: string; url: string }
  onClose(): void
}

const schema = fieldRules({ code: totpCodeProblem })

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** Shows the secret as a QR code and as text, and takes the first code. */
function TotpDialog({ started, onClose, onChanged }: TotpDialogProps) {
  const add = api.secondFactors.addTotp.useMutation({
    onSuccess: ({ recovery_codes }) => {
      onClose()
      onChanged(recovery_codes)
    },
  })
  return (
    <FormDialog
      title="Set up an authenticator app"
      description="Scan the square with an app such as Aegis, Ente Auth, Google Authenticator or your password manager. Then enter the code that it shows."
      schema={schema}
      refused={add.error?.data?.fields}
      onSubmit={({ code }) => add.mutate({ attempt: started.attempt, code })}
      submit="Confirm"
      isBusy={add.isPending}
      onClose={onClose}
    >
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
      <Field name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" autoFocus />
      {add.error && !add.error.data?.fields && (
        <p role="alert" className="text-danger">
          {explain(add.error)}
        </p>
      )}
    </FormDialog>
  )
}
