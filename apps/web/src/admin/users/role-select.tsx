import { ROLES, type Role } from '@nightdesk/contracts'
import { useState } from 'react'
import { Select } from '../../ui/forms/field.tsx'
import { Question } from '../../ui/overlays/dialog.tsx'
import { ROLE_RIGHTS } from './roles.ts'

interface RoleSelectProps {
  /** Name of the user. */
  name: string
  role: Role
  isPending: boolean
  onChange(role: Role): void
}

const options = ROLES.map((role) => ({ value: role, label: role }))

/** The role of another user. A change must be confirmed, because it takes effect with the user's next request. */
export function RoleSelect({ name, role, isPending, onChange }: RoleSelectProps) {
  const [chosen, setChosen] = useState<Role | null>(null)
  const close = () => setChosen(null)
  const choose = (text: string) => setChosen(ROLES.find((known) => known === text) ?? null)

  function confirm() {
    if (chosen) onChange(chosen)
    close()
  }

  return (
    <>
      <Select
        label={`Role of ${name}`}
        hideLabel
        options={options}
        value={role}
        aria-busy={isPending || undefined}
        onChange={({ target }) => !isPending && choose(target.value)}
        className="h-8 w-28 capitalize"
      />
      <Question
        open={chosen !== null}
        title={`Make ${name} an ${chosen ?? role}?`}
        description={`Rights of an ${role}: ${ROLE_RIGHTS[role]}. Rights of an ${chosen ?? role}: ${ROLE_RIGHTS[chosen ?? role]}.`}
        onClose={close}
        yes="Change Role"
        variant="primary"
        onYes={confirm}
      />
    </>
  )
}
