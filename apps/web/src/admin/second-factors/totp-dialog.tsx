import { lazy } from 'react'
import { api, explain } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { fieldRules } from '../../ui/forms/field-rules.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { LazyBoundary } from '../screen/lazy-boundary.tsx'
import type { FactorProps } from './second-factors.tsx'

interface TotpDialogProps extends FactorProps {
  started: { attempt: string; secret: string; url: string }
  onClose(): void
}

const schema = fieldRules({
  code: (typed) => (/^\s*(\d\s*){6}$/.test(typed) ? undefined : 'The code has six digits'),
})

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** Shows the secret as a QR code and as text, and takes the first code. */
export function TotpDialog({ started, onClose, onChanged }: TotpDialogProps) {
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
