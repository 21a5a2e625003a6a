import { profile as endpoints, type Profile } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { storeUsername } from '../auth/session.ts'
import { notify } from '../notify.ts'

/** Name and e-mail: read-only until Edit is pressed; Cancel restores the old values. */
export function ProfileInformation({ profile }: { profile: Profile }) {
  const [mode, setMode] = useState<'untouched' | 'editing' | 'edited'>('untouched')
  if (mode === 'editing') {
    return (
      <Card title="Profile Information">
        <EditProfile profile={profile} onClose={() => setMode('edited')} />
      </Card>
    )
  }
  const edit = (
    <Button variant="secondary" autoFocus={mode === 'edited'} onClick={() => setMode('editing')}>
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

function EditProfile({ profile, onClose }: { profile: Profile; onClose(): void }) {
  const update = useUpdateProfile(profile, onClose)
  return (
    <Form
      schema={endpoints.update.input}
      refused={update.error?.data?.fields}
      onSubmit={(changes) => update.mutate(changes)}
      className="flex max-w-md flex-col gap-4"
    >
      <Field
        name="full_name"
        label="Full name"
        defaultValue={profile.full_name}
        autoComplete="name"
        autoFocus
      />
      <EmailFields profile={profile} />
      <div className="flex gap-2">
        <Button type="submit" isBusy={update.isPending}>
          Save Changes
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function useUpdateProfile({ username }: Profile, onSaved: () => void) {
  const utils = api.useUtils()
  return api.profile.update.useMutation({
    meta: { failure: { title: 'Failed to update profile' } },
    onSuccess: (saved) => {
      storeUsername(saved.username)
      if (saved.username !== username) utils.profile.sessions.invalidate()
      utils.profile.get.setData({}, saved)
      notify({ kind: 'success', title: 'Success', description: 'Profile updated successfully' })
      onSaved()
    },
  })
}

/** The e-mail address; changing it needs the password. */
function EmailFields({ profile: { role, username } }: { profile: Profile }) {
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
        <Field
          name="current_password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          hint="Needed to change the email. All your other sessions end."
        />
      )}
    </>
  )
}
