import type { SignedIn } from '@nightdesk/contracts'
import { useRef } from 'react'
import { type ApiError, api, explain } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { fieldRules } from '../../../ui/forms/field-rules.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { notify } from '../../notify.ts'
import { SIGN_IN } from '../use-signed-in.ts'

interface CodeFormProps {
  kind: 'totp' | 'recovery_code'
  attempt: string
  onSignedIn(session: SignedIn): void
  /** The sign-in has to begin again. */
  onExpired(why: string): void
}

const rules = {
  totp: fieldRules({
    code: (typed) => (/^\s*(\d\s*){6}$/.test(typed) ? undefined : 'The code has six digits'),
  }),
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

/** Completes a sign-in with a typed code. */
export function CodeForm({ kind, attempt, onSignedIn, onExpired }: CodeFormProps) {
  const { send, error, isPending, field } = useCodeSignIn({ kind, attempt, onSignedIn, onExpired })
  return (
    <Form schema={rules[kind]} onSubmit={({ code }) => send(code)} className="flex flex-col gap-4">
      <Field name="code" ref={field} autoFocus autoCapitalize="none" spellCheck={false} {...FIELDS[kind]} />
      {error && (
        <p role="alert" className="text-danger">
          {explain(error)}
        </p>
      )}
      <Button type="submit" size="lg" isBusy={isPending}>
        Confirm
      </Button>
    </Form>
  )
}

function useCodeSignIn({ kind, attempt, onSignedIn, onExpired }: CodeFormProps) {
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
  return { send, error, isPending, field }
}
