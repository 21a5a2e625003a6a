import { type ApiKey, KEY_SCOPES, type KeyScope } from '@nightdesk/contracts'
import { useState } from 'react'
import { api, explain } from '../api.ts'
import { formatDate, formatDateTime } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ConfirmButton, Dialog, FormDialog } from '../ui/dialog.tsx'
import { Field, Select } from '../ui/field.tsx'
import { fieldRules } from '../ui/form.tsx'
import { toInstant } from './articles/publish/schedule-times.ts'
import { describeUse } from './auth/factor-list.tsx'
import { Loaded } from './screen/loaded.tsx'
import { useRestoredFocus } from './screen/page.tsx'

export function Keys() {
  const keys = api.keys.list.useQuery({})
  // A button is removed with its key.
  useRestoredFocus(keys.data?.map(({ id }) => id).join())
  const [isMaking, setIsMaking] = useState(false)
  const [token, setToken] = useState<string | null>(null)
  return (
    <Card id="keys" title="Keys" actions={<Button onClick={() => setIsMaking(true)}>Make a Key</Button>}>
      <p className="mb-4 max-w-prose text-ink-2">
        A script calls this site with a key in place of your sign-in. It may do what your role may, but never
        change accounts, second factors or keys, export the site, or read backups and the audit log.
      </p>
      <Loaded query={keys} loading="Loading keys...">
        {(all) =>
          all.length === 0 ? (
            <p className="text-muted">None yet.</p>
          ) : (
            <ul className="divide-y divide-line">
              {all.map((key) => (
                <Row key={key.id} apiKey={key} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isMaking && <MakeDialog onMade={setToken} onClose={() => setIsMaking(false)} />}
      <TokenDialog token={token} onClose={() => setToken(null)} />
    </Card>
  )
}

const SCOPES: Record<KeyScope, string> = { read: 'Reads only', write: 'Reads and writes' }

function Row({ apiKey: { id, name, scope, ...key } }: { apiKey: ApiKey }) {
  const utils = api.useUtils()
  const revoke = api.keys.revoke.useMutation({
    meta: { failure: 'Failed to revoke the key', success: 'Key revoked' },
    // Also when it was revoked elsewhere.
    onSettled: () => void utils.keys.list.invalidate(),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{name}</span> <span className="text-ink-2">{SCOPES[scope]}</span>
        </p>
        <p className="text-xs wrap-anywhere text-muted">{describeLife(key)}</p>
      </div>
      <ConfirmButton
        size="sm"
        aria-label={`Revoke ${name}`}
        isBusy={revoke.isPending}
        question={{
          title: `Revoke the key “${name}”?`,
          description: 'Scripts that have it are refused from now on. It cannot be brought back.',
          yes: 'Revoke',
        }}
        onConfirm={() => revoke.mutate({ id })}
      />
    </li>
  )
}

function describeLife(key: Pick<ApiKey, 'created_at' | 'expires_at' | 'last_used_at' | 'last_used_from'>) {
  const from = key.last_used_at ? ` from ${key.last_used_from}` : ''
  const life = `Made ${formatDate(key.created_at)} · ${describeUse(key.last_used_at)}${from}`
  if (key.expires_at === null) return life
  return `${life} · ${Date.parse(key.expires_at) > Date.now() ? 'ends' : 'ended'} ${formatDateTime(key.expires_at)}`
}

interface MakeDialogProps {
  onMade(token: string): void
  onClose(): void
}

function MakeDialog({ onMade, onClose }: MakeDialogProps) {
  const utils = api.useUtils()
  const make = api.keys.create.useMutation({
    onSuccess({ token }) {
      utils.keys.list.invalidate()
      onMade(token)
    },
  })
  return (
    <FormDialog
      title="Make a key"
      description="Give it a name that tells you later which script has it."
      schema={rules}
      call={make}
      problem={make.error && !make.error.data?.fields && explain(make.error)}
      onSubmit={({ name, scope, expires_at }) => {
        const end = endOf(expires_at)
        make.mutate(
          { name, scope: scope as KeyScope, ...(end && { expires_at: end }) }, // one of the options
          { onSuccess: onClose },
        )
      }}
      submit="Make"
      onClose={onClose}
    >
      <Field name="name" label="Name" maxLength={100} autoComplete="off" />
      <Select
        name="scope"
        label="It may"
        className="h-10 w-full"
        options={KEY_SCOPES.map((value) => ({ value, label: SCOPES[value] }))}
      />
      <Field name="expires_at" label="Last day" type="date" hint="Empty: it works until you revoke it." />
    </FormDialog>
  )
}

/** The end of a day; undefined without one. */
const endOf = (date: string) => toInstant({ date, time: '23:59' })

/** Whether the end is in the past is checked by the server, with its own clock. */
const rules = fieldRules({
  name: (typed) => (typed.trim() ? undefined : 'Name is required'),
  scope: () => undefined,
  // Browsers take years of six digits for days, too. Such a key would have no end.
  expires_at: (day) => (day && !endOf(day) ? 'Choose a day before the year 10000' : undefined),
})

/** A new key, which is not shown again. */
function TokenDialog({ token, onClose }: { token: string | null; onClose(): void }) {
  return (
    <Dialog
      open={token !== null}
      title="Your key"
      description="It is shown only now. Whoever has it calls this site as you: store it where your script finds it and nobody else does."
      onClose={onClose}
      body={
        <div className="flex flex-col gap-3">
          <p className="font-mono text-sm wrap-anywhere select-all">{token}</p>
          <CopyButton text={token ?? ''} manually="Select the key, and copy it with your keyboard" />
        </div>
      }
    >
      <Button variant="primary" onClick={onClose}>
        I Have Stored It
      </Button>
    </Dialog>
  )
}
