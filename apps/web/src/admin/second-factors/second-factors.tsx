import type { Passkey, SecondFactorStatus } from '@nightdesk/contracts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type ApiError, api, explain } from '../../api.ts'
import { download } from '../../download.ts'
import { formatCount, formatDate } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ConfirmButton, Dialog, FormDialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { fieldRules } from '../../ui/form.tsx'
import { totpCodeProblem } from '../auth/credentials.tsx'
import { describeUse } from '../auth/factor-list.tsx'
import { canUsePasskeys, explainPasskey, makePasskey, type PasskeyError } from '../auth/passkeys.tsx'
import { lazyPart } from '../screen/lazy.tsx'
import { Loaded } from '../screen/loaded.tsx'
import { useRestoredFocus, useSiteName } from '../screen/page.tsx'

export function SecondFactors() {
  const status = api.secondFactors.get.useQuery({})
  return (
    <Card id="second-factor" title="Second Factor">
      <Loaded query={status} loading="Loading second factors...">
        {(factors) => <Factors status={factors} />}
      </Loaded>
    </Card>
  )
}

/** The parts without a card around them, for the screen that makes somebody enrol. */
export function Factors({ status }: { status: SecondFactorStatus }) {
  const utils = api.useUtils()
  const [codes, setCodes] = useState<string[] | null>(null)
  const onChanged = (made?: string[] | null) => {
    if (made) setCodes(made)
    utils.secondFactors.get.invalidate()
  }
  // A button is removed with its factor.
  useRestoredFocus(JSON.stringify([status.passkeys.map(({ id }) => id), status.totp?.created_at]))
  const parts = { status, onChanged }
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-2">
        A password alone can be guessed or stolen. A passkey signs you in with your fingerprint, face or PIN;
        an authenticator app on your phone shows a code to type after the password.
      </p>
      <div className="divide-y divide-line">
        <Passkeys {...parts} />
        <TotpApp {...parts} />
        <RecoveryCodes {...parts} />
      </div>
      <CodesDialog codes={codes} onClose={() => setCodes(null)} />
    </>
  )
}

interface FactorProps {
  status: SecondFactorStatus
  /** Shows new recovery codes, and reads the factors again. */
  onChanged(codes?: string[] | null): void
}

interface FactorRowProps {
  title: string
  /** Its state, in a sentence. */
  note: string
  actions: ReactNode
  children?: ReactNode
}

function FactorRow({ title, note, actions, children }: FactorRowProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium">{title}</h3>
          <p className="text-muted">{note}</p>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

const NO_PASSKEYS =
  'None yet. A passkey signs you in without a password, and cannot be typed into a false page.'
const BROWSER_PROBLEM = 'This browser cannot make passkeys at this address.'

function Passkeys({ status: { passkeys, passkey_problem }, onChanged }: FactorProps) {
  const start = api.secondFactors.passkeyOptions.useMutation({ meta: { failure: 'Failed to add a passkey' } })
  const problem = passkey_problem ?? (canUsePasskeys() ? null : BROWSER_PROBLEM)
  return (
    <FactorRow
      title="Passkeys"
      note={
        problem ??
        (passkeys.length === 0 ? NO_PASSKEYS : 'Each of them signs you in, alone or after the password.')
      }
      actions={
        !problem && (
          <Button isBusy={start.isPending} onClick={() => start.mutate({})}>
            Add a Passkey
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul className="flex flex-col gap-2">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {start.data && <AddPasskeyDialog started={start.data} onAdded={onChanged} onClose={start.reset} />}
    </FactorRow>
  )
}

interface PasskeyProps extends Pick<FactorProps, 'onChanged'> {
  passkey: Passkey
}

function PasskeyRow({ passkey, onChanged }: PasskeyProps) {
  const { id, name, created_at, last_used_at } = passkey
  const [isRenaming, setIsRenaming] = useState(false)
  const remove = api.secondFactors.removePasskey.useMutation({
    meta: { failure: 'Failed to remove the passkey', success: 'Passkey removed' },
    onSettled: () => onChanged(),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{name}</p>
        <p className="text-xs text-muted">
          Added {formatDate(created_at)} · {describeUse(last_used_at)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="ghost" aria-label={`Rename ${name}`} onClick={() => setIsRenaming(true)}>
          Rename
        </Button>
        <ConfirmButton
          size="sm"
          aria-label={`Remove ${name}`}
          isBusy={remove.isPending}
          question={{
            title: `Remove the passkey “${name}”?`,
            description:
              'It does not sign you in any more. Your device still lists it until you delete it there.',
            yes: 'Remove',
          }}
          onConfirm={() => remove.mutate({ id })}
        />
      </div>
      {isRenaming && (
        <RenameDialog passkey={passkey} onChanged={onChanged} onClose={() => setIsRenaming(false)} />
      )}
    </li>
  )
}

function RenameDialog({ passkey: { id, name }, onChanged, onClose }: PasskeyProps & { onClose(): void }) {
  const rename = api.secondFactors.renamePasskey.useMutation({
    meta: { failure: 'Failed to rename the passkey' },
    onSuccess: () => onChanged(),
  })
  return (
    <FormDialog
      title={`Rename the passkey “${name}”`}
      description="Give it a name that tells you later where it is."
      schema={nameRule}
      call={{ isPending: rename.isPending }}
      onSubmit={(entered) => rename.mutate({ id, ...entered }, { onSuccess: onClose })}
      submit="Rename"
      onClose={onClose}
    >
      <NameField defaultValue={name} />
    </FormDialog>
  )
}

const nameRule = fieldRules({ name: (typed) => (typed.trim() ? undefined : 'Name is required') })

const NameField = ({ defaultValue }: { defaultValue: string }) => (
  <Field name="name" label="Name" defaultValue={defaultValue} maxLength={100} autoComplete="off" />
)

interface SetUpProps<Started> {
  /** What the server has made for the new factor. */
  started: Started
  onAdded: FactorProps['onChanged']
  onClose(): void
}

type StartedPasskey = NonNullable<ReturnType<typeof api.secondFactors.passkeyOptions.useMutation>['data']>

function AddPasskeyDialog({ started: { attempt, options }, onAdded, onClose }: SetUpProps<StartedPasskey>) {
  const { client } = api.useUtils()
  const add = useMutation<{ recovery_codes: string[] | null }, ApiError | PasskeyError, string>({
    mutationFn: async (name) =>
      client.secondFactors.addPasskey.mutate({ attempt, name, passkey: await makePasskey(options) }),
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
  })
  return (
    <FormDialog
      title="Add a passkey"
      description="Give it a name that tells you later where it is. Your browser asks for your fingerprint, face or PIN next."
      schema={nameRule}
      call={{ isPending: add.isPending }}
      problem={add.error && explainPasskey(add.error)}
      onSubmit={({ name }) => add.mutate(name, { onSuccess: onClose })}
      submit="Go On"
      onClose={onClose}
    >
      <NameField defaultValue="This device" />
    </FormDialog>
  )
}

function TotpApp({ status: { totp }, onChanged }: FactorProps) {
  const start = api.secondFactors.startTotp.useMutation({
    meta: { failure: 'Failed to set up the authenticator app' },
  })
  const remove = api.secondFactors.removeTotp.useMutation({
    meta: {
      failure: 'Failed to remove the authenticator app',
      success: 'Authenticator app removed',
    },
    onSettled: () => onChanged(),
  })
  return (
    <FactorRow
      title="Authenticator app"
      note={
        totp
          ? `Set up on ${formatDate(totp.created_at)}. Its codes are asked for after your password.`
          : 'None yet. It works on every device, also without a network.'
      }
      actions={
        totp ? (
          <ConfirmButton
            aria-label="Remove the authenticator app"
            isBusy={remove.isPending}
            question={{
              title: 'Remove the authenticator app?',
              description: 'Its codes do not work any more. Delete the entry in the app, too.',
              yes: 'Remove',
            }}
            onConfirm={() => remove.mutate({})}
          />
        ) : (
          <Button isBusy={start.isPending} onClick={() => start.mutate({})}>
            Set Up an App
          </Button>
        )
      }
    >
      {start.data && <TotpDialog started={start.data} onAdded={onChanged} onClose={start.reset} />}
    </FactorRow>
  )
}

type StartedTotp = { attempt: string; secret: string; url: string }

const codeRule = fieldRules({ code: totpCodeProblem })

const QrCode = lazyPart('The QR code', async () => (await import('./qr-code.tsx')).QrCode, {
  fallback: <div className="size-48" />,
})

function TotpDialog({ started: { attempt, secret, url }, onAdded, onClose }: SetUpProps<StartedTotp>) {
  const add = api.secondFactors.addTotp.useMutation({
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
  })
  return (
    <FormDialog
      title="Set up an authenticator app"
      description="Scan the square with an app such as Aegis, Ente Auth, Google Authenticator or your password manager. Then enter the code that it shows."
      schema={codeRule}
      call={add}
      problem={add.error && !add.error.data?.fields && explain(add.error)}
      onSubmit={({ code }) => add.mutate({ attempt, code }, { onSuccess: onClose })}
      submit="Confirm"
      onClose={onClose}
    >
      <div className="self-center">
        <QrCode text={url} label="QR code for the authenticator app" />
      </div>
      <div>
        <p className="text-xs text-muted">Or type this key into the app:</p>
        <p className="font-mono text-sm wrap-anywhere select-all">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      </div>
      <Field name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" autoFocus />
    </FormDialog>
  )
}

function RecoveryCodes({ status, onChanged }: FactorProps) {
  const renew = api.secondFactors.renewRecoveryCodes.useMutation({
    meta: { failure: 'Failed to make recovery codes' },
    onSuccess: ({ recovery_codes }) => onChanged(recovery_codes),
  })
  const hasFactor = status.passkeys.length > 0 || status.totp !== null
  return (
    <FactorRow
      title="Recovery codes"
      note={
        hasFactor
          ? describeLeft(status.recovery_codes)
          : 'You get ten of them with your first passkey or app.'
      }
      actions={
        hasFactor && (
          <Button isBusy={renew.isPending} onClick={() => renew.mutate({})}>
            Make New Codes
          </Button>
        )
      }
    />
  )
}

function describeLeft(count: number): string {
  if (count === 0) return 'None left. Make new ones, so that you can sign in when your device is lost.'
  return `${formatCount(count, 'code is', 'codes are')} left. Each signs you in once when your device is lost. New ones replace them.`
}

/** New recovery codes, which are not shown again. */
function CodesDialog({ codes, onClose }: { codes: string[] | null; onClose(): void }) {
  const siteName = useSiteName()
  const text = codes?.join('\n') ?? ''
  return (
    <Dialog
      open={codes !== null}
      title="Your recovery codes"
      description="Each of them signs you in once when you do not have your device. They are shown only now: store them where you find them without it."
      onClose={onClose}
      body={
        <div className="flex flex-col gap-3">
          <ol
            aria-label="Recovery codes"
            className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-sm min-[26rem]:grid-cols-2"
          >
            {codes?.map((code) => (
              <li key={code} className="whitespace-nowrap">
                {code}
              </li>
            ))}
          </ol>
          <CopyButton
            text={text}
            manually="Select the codes, and copy them with your keyboard"
            more={
              <Button onClick={() => download('recovery-codes.txt', `${siteName}\n\n${text}\n`)}>
                Download
              </Button>
            }
          />
        </div>
      }
    >
      <Button variant="primary" onClick={onClose}>
        I Have Stored Them
      </Button>
    </Dialog>
  )
}
