import {
  type Profile as Account,
  changePassword,
  profile as endpoints,
  type Session,
} from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../api.ts'
import { formatDateTime } from '../format.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field } from '../ui/field.tsx'
import { CallForm, changesOf } from '../ui/form.tsx'
import { ConfirmPassword, PasswordField, withConfirmation } from './auth/credentials.tsx'
import { storeUsername } from './auth/session.ts'
import { Keys } from './keys.tsx'
import { useCurrentUser } from './screen/current-user.ts'
import { takeLostFocus } from './screen/list.tsx'
import { Loaded } from './screen/loaded.tsx'
import { Page, useRestoredFocus } from './screen/page.tsx'
import { SecondFactors } from './second-factors/second-factors.tsx'
import { SwitchCard } from './shortcuts/switches.tsx'

export function Profile() {
  const user = useCurrentUser(0)
  return (
    <Page title="Profile">
      {user.data ? (
        <ProfileInformation profile={user.data} />
      ) : (
        <Card title="Profile Information">
          <Loaded query={user} loading="Loading profile...">
            {() => null}
          </Loaded>
        </Card>
      )}
      <ChangePassword />
      <SecondFactors />
      <Sessions />
      <Keys />
      <SwitchCard
        name="shortcuts"
        title="Keyboard Shortcuts"
        label="Single-key shortcuts"
        hint="Press ? on any screen to see them. Kept in this browser."
      />
      <SwitchCard
        name="punctuation"
        title="Typing"
        label="Smart punctuation"
        hint="Sets curly quotes, dashes and ellipses as you type. Kept in this browser."
      />
    </Page>
  )
}

/** Name and e-mail: read-only until Edit is pressed; Cancel restores the old values. */
function ProfileInformation({ profile }: { profile: Account }) {
  const [mode, setMode] = useState<'untouched' | 'editing' | 'edited'>('untouched')
  if (mode === 'editing') {
    return (
      <Card title="Profile Information">
        <EditProfile profile={profile} onClose={() => setMode('edited')} />
      </Card>
    )
  }
  const edit = (
    <Button ref={mode === 'edited' ? takeLostFocus : undefined} onClick={() => setMode('editing')}>
      Edit Profile
    </Button>
  )
  return (
    <Card title="Profile Information" actions={edit}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-8 gap-y-2">
        <dt className="text-muted">Full name</dt>
        <dd className="wrap-anywhere">{profile.full_name}</dd>
        <dt className="text-muted">Email</dt>
        <dd className="wrap-anywhere">{profile.username}</dd>
        <dt className="text-muted">Role</dt>
        <dd className="capitalize">{profile.role}</dd>
      </dl>
    </Card>
  )
}

function EditProfile({ profile: newest, onClose }: { profile: Account; onClose(): void }) {
  // As the form shows it: an admin may change the email meanwhile.
  const [profile] = useState(newest)
  const utils = api.useUtils()
  const update = api.profile.update.useMutation({
    meta: { failure: 'Failed to update profile', success: 'Profile updated successfully' },
    onSuccess: (saved) => {
      storeUsername(saved.username)
      utils.profile.get.setData({}, saved)
      utils.profile.invalidate()
      utils.people.invalidate()
    },
  })
  return (
    <CallForm
      schema={endpoints.update.input}
      call={update}
      onSubmit={(values) => update.mutate(changesOf(values, profile), { onSuccess: onClose })}
      submit="Save Changes"
      after={<Button onClick={onClose}>Cancel</Button>}
    >
      <Field
        name="full_name"
        label="Full name"
        defaultValue={profile.full_name}
        autoComplete="name"
        autoFocus
      />
      <EmailFields profile={profile} />
    </CallForm>
  )
}

function EmailFields({ profile: { role, username } }: { profile: Account }) {
  const [isRenamed, setIsRenamed] = useState(false)
  const isAdmin = role === 'admin'
  return (
    <>
      <Field
        name="username"
        label="Email"
        type="email"
        defaultValue={username}
        autoComplete="username"
        readOnly={!isAdmin}
        hint={isAdmin ? undefined : 'An admin can change it on the users screen.'}
        onChange={({ target }) => setIsRenamed(target.value.trim() !== username)}
      />
      {isRenamed && (
        <PasswordField
          name="current_password"
          label="Your password"
          hint="Needed to change the email. All your other sessions end."
        />
      )}
    </>
  )
}

const schema = withConfirmation(changePassword, 'new_password')

/** Form to change the password. This session continues, all others of the user end. */
function ChangePassword() {
  // Remounts the form after each success, so that no password stays in the page. Its button keeps the focus.
  const [formKey, setFormKey] = useState(0)
  const utils = api.useUtils()
  const change = api.profile.changePassword.useMutation({
    meta: { failure: 'Failed to change password', success: 'Password changed successfully' },
    onSuccess: () => {
      utils.profile.sessions.invalidate()
      setFormKey((key) => key + 1)
    },
  })
  return (
    <Card title="Change Password">
      <CallForm
        key={formKey}
        schema={schema}
        call={change}
        onSubmit={change.mutate}
        submit="Change Password"
        button={{ ref: formKey > 0 ? takeLostFocus : undefined }}
      >
        <PasswordField name="current_password" label="Current Password" />
        <PasswordField isNew name="new_password" label="New Password" />
        <ConfirmPassword />
      </CallForm>
    </Card>
  )
}

function Sessions() {
  const sessions = api.profile.sessions.useQuery({})
  const utils = api.useUtils()
  // A button is removed with its session.
  useRestoredFocus(sessions.data?.map(({ id }) => id).join())
  const ending = (success: string) => ({
    meta: { failure: 'Failed to end the session', success },
    // Also when it had ended before.
    onSettled: () => void utils.profile.sessions.invalidate(),
  })
  const one = api.profile.endSession.useMutation(ending('Session ended'))
  const others = api.profile.endOtherSessions.useMutation(ending('All other sessions ended'))
  const isPending = one.isPending || others.isPending
  const hasOthers = sessions.data?.some(({ is_current }) => !is_current)
  const endAll = hasOthers && (
    <Button isBusy={isPending} onClick={() => others.mutate({})}>
      End All Others
    </Button>
  )
  return (
    <Card id="sessions" title="Sessions" actions={endAll}>
      <Loaded query={sessions} loading="Loading sessions...">
        {(all) => (
          <ul className="divide-y divide-line">
            {all.map((session) => (
              <li
                key={session.id}
                className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
              >
                <SessionFacts {...session} />
                {session.is_current ? (
                  <Badge tone="success">This one</Badge>
                ) : (
                  <Button size="sm" isBusy={isPending} onClick={() => one.mutate({ id: session.id })}>
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function SessionFacts(session: Session) {
  const { network, is_this_network, created_at, last_seen_at } = session
  return (
    <div className="min-w-0">
      <p className="wrap-anywhere">
        <span className="font-medium">{deviceOf(session)}</span>{' '}
        <span className="text-ink-2">
          {is_this_network ? 'on this network' : 'on another network'} ({network})
        </span>
      </p>
      <p className="text-xs text-muted">
        Signed in {formatDateTime(created_at)} · last used {formatDateTime(last_seen_at)}
      </p>
    </div>
  )
}

/** Names that the server uses for unknown browsers and systems. */
const NAMELESS = ['Other', 'Unknown']

/** Such as “Firefox on Windows”. */
function deviceOf({ browser, system }: Session): string {
  const name = NAMELESS.includes(browser) ? 'Unknown browser' : browser
  return NAMELESS.includes(system) ? name : `${name} on ${system}`
}
