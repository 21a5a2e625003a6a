import { CREDIT_ROLES, type Credit, type CreditRole, isSameCredits, MAX_CREDITS } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { RoleField } from './role-field.tsx'

interface BylineFieldProps {
  /** Empty while unknown: a new article is by its writer. */
  value: Credit[]
  /** The server's message from the last save. */
  error: string | undefined
  onChange(credits: Credit[]): void
}

/** Who made the text: a field for the authors, and one for each other role that is used or was added. */
export function BylineField({ value, error, onChange }: BylineFieldProps) {
  const own = useOwnCredit(value.length === 0)
  const [added, setAdded] = useState<CreditRole[]>([])
  const credits = value.length > 0 ? value : own
  const peopleOf = (role: CreditRole) => credits.filter((credit) => credit.role === role)
  const isShown = (role: CreditRole) => role === 'author' || added.includes(role) || peopleOf(role).length > 0
  const missing = CREDIT_ROLES.filter((role) => !isShown(role))

  function change(role: CreditRole, people: Pick<Credit, 'person_id' | 'name'>[]) {
    const next = CREDIT_ROLES.flatMap((one) =>
      one === role ? people.map(({ person_id, name }) => ({ person_id, name, role })) : peopleOf(one),
    )
    if (!isSameCredits(next, credits)) onChange(next)
  }

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Byline</legend>
      {CREDIT_ROLES.filter(isShown).map((role) => (
        <RoleField
          key={role}
          role={role}
          people={peopleOf(role)}
          isFull={credits.length >= MAX_CREDITS}
          hasFocus={added.at(-1) === role}
          onChange={(people) => change(role, people)}
        />
      ))}
      {error && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      {missing.length > 0 && (
        <div>
          <Menu
            label="Add a role"
            items={missing.map((role) => ({
              label: NAMES[role],
              onSelect: () => setAdded([...added, role]),
            }))}
          >
            Add a role
          </Menu>
        </div>
      )}
    </fieldset>
  )
}

const NAMES: Record<CreditRole, string> = {
  author: 'Author',
  translator: 'Translator',
  artist: 'Artist',
  narrator: 'Narrator',
  editor: 'Editor',
}

/** The signed-in user as the author of a new article. */
function useOwnCredit(isWanted: boolean): Credit[] {
  const found = api.people.list.useQuery(
    { user: 'me' },
    { enabled: isWanted, staleTime: Number.POSITIVE_INFINITY },
  )
  return (found.data?.people ?? []).map(({ id, name }) => ({ person_id: id, name, role: 'author' }))
}
