import type { FactorMethod, PendingSignIn, SignedIn } from '@nightdesk/contracts'
import { useRef, useState } from 'react'
import { type ApiError, api, explain } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { CallForm, fieldRules } from '../../ui/form.tsx'
import { Command } from '../../ui/kbd.tsx'
import { notify } from '../notify.ts'
import { totpCodeProblem } from './credentials.tsx'
import { canUsePasskeys, PasskeyButton } from './passkeys.tsx'
import { SIGN_IN } from './sign-in.tsx'

interface SecondStepProps {
  pending: PendingSignIn
  onSignedIn(session: SignedIn): void
  /** Back to the password: the person wants to, or the attempt has expired. */
  onRestart(why?: string): void
}

const LABELS: Record<FactorMethod, string> = {
  passkey: 'Use a passkey',
  totp: 'Use a code of your app',
  recovery_code: 'Use a recovery code',
}

/** The rest of a sign-in, after the password. One way at a time; the others are links below. */
export function SecondStep({ pending: { attempt, methods }, onSignedIn, onRestart }: SecondStepProps) {
  const usable = methods.filter((method) => method !== 'passkey' || canUsePasskeys())
  const [chosen, setChosen] = useState<FactorMethod | undefined>(usable[0])
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">Your password is right. One more step.</p>
      {chosen === 'passkey' && (
        <PasskeyButton
          label={LABELS.passkey}
          attempt={attempt}
          variant="primary"
          autoFocus
          onSignedIn={onSignedIn}
        />
      )}
      {(chosen === 'totp' || chosen === 'recovery_code') && (
        <CodeForm
          key={chosen}
          kind={chosen}
          attempt={attempt}
          onSignedIn={onSignedIn}
          onExpired={onRestart}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {usable
          .filter((method) => method !== chosen)
          .map((method) => (
            <Button key={method} onClick={() => setChosen(method)}>
              {LABELS[method]}
            </Button>
          ))}
        <Button variant="ghost" onClick={() => onRestart()}>
          Back
        </Button>
      </div>
      <LostFactor hasCodes={methods.includes('recovery_code')} isOpen={chosen === undefined} />
    </div>
  )
}

interface LostFactorProps {
  hasCodes: boolean
  /** There is no other way on. */
  isOpen: boolean
}

function LostFactor({ hasCodes, isOpen }: LostFactorProps) {
  return (
    <details open={isOpen} className="text-ink-2">
      <summary className="w-fit cursor-pointer underline">Forgot the second factor?</summary>
      <ul className="mt-2 flex list-disc flex-col gap-2 pl-5">
        {hasCodes && <li>Use one of the recovery codes that you stored when you set it up.</li>}
        <li>An admin can reset it for you on the users screen. You sign in with your password only then.</li>
        <li>
          Whoever runs the site can do the same:{' '}
          <Command line="npm run nightdesk -- user reset-second-factor --email you@example.org" />
        </li>
      </ul>
    </details>
  )
}

interface CodeFormProps {
  kind: 'totp' | 'recovery_code'
  attempt: string
  onSignedIn(session: SignedIn): void
  onExpired(why: string): void
}

const rules = {
  totp: fieldRules({ code: totpCodeProblem }),
  recovery_code: fieldRules({ code: (typed) => (typed.trim() ? undefined : 'Recovery code is required') }),
}

const FIELDS = {
  totp: {
    label: 'Code',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    hint: 'Your authenticator app shows it.',
  },
  recovery_code: { label: 'Recovery code', autoComplete: 'off', hint: 'Each of them works once.' },
} as const

function CodeForm({ kind, attempt, onSignedIn, onExpired }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const options = {
    onSuccess: onSignedIn,
    onError: (error: ApiError) => {
      if (error.data?.code === 'NOT_FOUND') return onExpired(error.message)
      notify({ kind: 'error', title: 'Login failed', description: explain(error), topic: SIGN_IN })
      field.current?.select()
      field.current?.focus()
    },
  }
  const totp = api.auth.loginWithTotp.useMutation(options)
  const recovery = api.auth.loginWithRecoveryCode.useMutation(options)
  const { error, isPending } = kind === 'totp' ? totp : recovery
  const send = (code: string) =>
    kind === 'totp' ? totp.mutate({ attempt, code }) : recovery.mutate({ attempt, recovery_code: code })
  return (
    <CallForm
      place="card"
      schema={rules[kind]}
      call={{ isPending }}
      problem={error && explain(error)}
      onSubmit={({ code }) => send(code)}
      submit="Confirm"
    >
      <Field name="code" ref={field} autoFocus autoCapitalize="none" spellCheck={false} {...FIELDS[kind]} />
    </CallForm>
  )
}
