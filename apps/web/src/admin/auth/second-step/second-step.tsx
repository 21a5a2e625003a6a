import type { FactorMethod, PendingSignIn, SignedIn } from '@nightdesk/contracts'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { canUsePasskeys } from '../passkeys/browser.ts'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { CodeForm } from './code-form.tsx'

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
            <Button key={method} variant="secondary" onClick={() => setChosen(method)}>
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
  /** The account has recovery codes left. */
  hasCodes: boolean
  /** There is no other way on. */
  isOpen: boolean
}

/** The ways to sign in without the second factor. */
function LostFactor({ hasCodes, isOpen }: LostFactorProps) {
  return (
    <details open={isOpen} className="text-ink-2">
      <summary className="w-fit cursor-pointer underline">Forgot the second factor?</summary>
      <ul className="mt-2 flex list-disc flex-col gap-2 pl-5">
        {hasCodes && <li>Use one of the recovery codes that you stored when you set it up.</li>}
        <li>An admin can reset it for you on the users screen. You sign in with your password only then.</li>
        <li>
          Whoever runs the site can do the same:{' '}
          <code className="font-mono text-xs">
            npm run nightdesk -- user <Word>reset-second-factor</Word> <Word>--email</Word>{' '}
            <Word>you@example.org</Word>
          </code>
        </li>
      </ul>
    </details>
  )
}

/** A word of a command, without line breaks at its hyphens. */
function Word({ children }: { children: string }) {
  return <span className="whitespace-nowrap">{children}</span>
}
