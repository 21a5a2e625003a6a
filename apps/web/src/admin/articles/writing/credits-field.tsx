import {
  CREDIT_PHRASES,
  CREDIT_ROLES,
  type Credit,
  type CreditRole,
  isSameCredits,
  MAX_CREDITS,
} from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, explain } from '../../../api.ts'
import { formatCount } from '../../../format.ts'
import { type Chip, ChipsField } from '../../../ui/chips-field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Problem } from '../../../ui/states.tsx'
import { useRefusal, useWriting, useWritten } from '../saving/writing-context.tsx'

const NAMES: Record<CreditRole, string> = {
  author: 'Author',
  translator: 'Translator',
  artist: 'Artist',
  narrator: 'Narrator',
  editor: 'Editor',
}

/** Who made the text: a field for the authors, and one for each other role that is used or was added. */
export function CreditsField() {
  const { draftEditor } = useWriting()
  const written = useWritten('credits')
  const error = useRefusal('credits')
  const own = useOwnCredit(written.length === 0)
  const [added, setAdded] = useState<CreditRole[]>([])
  const credits = written.length > 0 ? written : own
  const peopleOf = (role: CreditRole) => credits.filter((credit) => credit.role === role)
  const isShown = (role: CreditRole) => role === 'author' || added.includes(role) || peopleOf(role).length > 0
  const missing = CREDIT_ROLES.filter((role) => !isShown(role))

  /** @param changed receives the people with the role as they are now, which may be newer than those on the screen */
  function change(role: CreditRole, changed: (people: Credit[]) => Credit[]) {
    const now = draftEditor.texts().written.credits
    const before = now.length > 0 ? now : own
    const next = CREDIT_ROLES.flatMap((one) => {
      const people = before.filter((credit) => credit.role === one)
      return one === role ? changed(people) : people
    })
    if (!isSameCredits(next, before)) draftEditor.change({ credits: next })
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
          onChange={(people) => {
            // Its field, which has the focus, stays.
            if (people.length === 0) setAdded([...added, role])
            change(role, () => people)
          }}
          onAdd={(person) => change(role, (people) => [...people, person])}
        />
      ))}
      <Problem isSmall>{error}</Problem>
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

/** The signed-in user as the author of a new article, whose credits are unknown. */
function useOwnCredit(isWanted: boolean): Credit[] {
  const found = api.people.list.useQuery(
    { user: 'me' },
    { enabled: isWanted, staleTime: Number.POSITIVE_INFINITY },
  )
  return (found.data?.people ?? []).map(({ id, name }) => ({ person_id: id, name, role: 'author' }))
}

interface RoleFieldProps {
  role: CreditRole
  people: Credit[]
  /** Whether the text has as many credits as it can have. */
  isFull: boolean
  /** Takes the focus when it appears. */
  hasFocus: boolean
  onChange(people: Credit[]): void
  onAdd(person: Credit): void
}

/** The number of a person who does not exist yet. */
const NEW = 0

/** The people with one role. Known names are suggested, and a new name becomes a person when it is chosen. */
function RoleField({ role, people, isFull, hasFocus, onChange, onAdd }: RoleFieldProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) inputRef.current?.focus()
  }, [hasFocus])
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const utils = api.useUtils()
  const found = api.people.list.useQuery(
    { q: name, limit: 8 },
    { enabled: name !== '', placeholderData: keepPreviousData, staleTime: 30_000 },
  )
  const create = api.people.create.useMutation({
    onSuccess(person, sent) {
      setTyped((now) => (now.trim() === sent.name ? '' : now))
      onAdd(toCredit(person))
      utils.people.list.invalidate()
    },
  })
  // Two people may have one name: the number of their stories tells them apart.
  const known = (found.data?.people ?? []).map((person) => ({
    ...person,
    detail: formatCount(person.article_count, 'story', 'stories'),
  }))
  const isNew = name !== '' && !found.isFetching && !known.some((one) => isSameName(one.name, name))
  // An author must remain, but may be replaced: the other one is added first.
  const isLast = role === 'author' && people.length === 1

  const toCredit = ({ id, name }: Chip): Credit => ({ person_id: Number(id), name, role })
  function choose(chips: Chip[]) {
    if (chips.some(({ id }) => id === NEW)) {
      if (!create.isPending) create.mutate({ name })
      return
    }
    setTyped('')
    if (chips.length === 0 && isLast) return
    onChange(chips.map(toCredit))
  }

  return (
    <ChipsField
      ref={inputRef}
      label={CREDIT_PHRASES[role]}
      listLabel="People"
      chips={people.map(toChip)}
      suggestions={[...known, ...(isNew ? [{ id: NEW, name, isNew }] : [])]}
      // Those of what was typed before stay until the answer is there; Enter must not choose another name.
      areFound={!found.isPlaceholderData}
      typed={typed}
      placeholder="Add a name"
      isFull={isFull}
      canRemove={!isLast}
      isBusy={create.isPending}
      problem={create.error ? explain(create.error) : undefined}
      onType={(text) => {
        setTyped(text)
        if (!create.isPending) create.reset()
      }}
      onChange={choose}
    />
  )
}

const toChip = ({ person_id, name }: Credit): Chip => ({ id: person_id, name })

const isSameName = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()
