import { Combobox } from '@base-ui/react/combobox'
import {
  CREDIT_PHRASES,
  CREDIT_ROLES,
  type Credit,
  type CreditRole,
  isSameCredits,
  MAX_CREDITS,
} from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { api, explain } from '../../../api.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'

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

interface RoleFieldProps {
  role: CreditRole
  people: Named[]
  /** Whether the text has as many credits as it can have. */
  isFull: boolean
  /** Takes the focus when it appears. */
  hasFocus: boolean
  onChange(people: Named[]): void
}

/** The people with one role. Known names are suggested, and a new name adds a person. */
function RoleField({ role, people, isFull, hasFocus, onChange }: RoleFieldProps) {
  const inputId = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  // An author must remain, but may be replaced: the other one is added first.
  const isLast = role === 'author' && people.length === 1
  const input = usePersonInput(people, (next) => onChange(next.length === 0 && isLast ? people : next))
  useEffect(() => {
    if (hasFocus) inputRef.current?.focus()
  }, [hasFocus])

  return (
    <div className="flex flex-col gap-1">
      <Combobox.Root
        multiple
        autoHighlight
        filter={null}
        items={input.suggestions}
        value={people}
        onValueChange={input.choose}
        open={input.isOpen}
        onOpenChange={input.setOpen}
        inputValue={input.typed}
        // Closing the list clears the input; what was typed stays until it is chosen.
        onInputValueChange={(text, { reason }) => reason !== 'input-clear' && input.setTyped(text)}
        itemToStringLabel={({ name }) => name}
        isItemEqualToValue={(one, other) => one.person_id === other.person_id}
      >
        <label htmlFor={inputId} className="text-sm font-medium">
          {CREDIT_PHRASES[role]}
        </label>
        <ChipsInput
          id={inputId}
          ref={inputRef}
          people={people}
          canRemove={!isLast}
          disabled={isFull}
          aria-invalid={input.problem !== undefined}
          aria-busy={input.isAdding}
        />
        <Suggestions newName={input.newName} />
      </Combobox.Root>
      {input.problem && (
        <p role="alert" className="text-xs text-danger">
          {input.problem}
        </p>
      )}
    </div>
  )
}

interface ChipsInputProps extends ComponentProps<typeof Combobox.Input> {
  people: Named[]
  canRemove: boolean
}

function ChipsInput({ people, canRemove, ...input }: ChipsInputProps) {
  return (
    <Combobox.InputGroup className="rounded-control border border-control bg-surface p-1.5">
      <Combobox.Chips className="flex flex-wrap gap-1.5">
        {people.map((person) => (
          <Chip key={person.person_id} name={person.name} canRemove={canRemove} />
        ))}
        <Combobox.Input
          placeholder={people.length === 0 ? 'Add a name' : undefined}
          // Enter chooses from the open list, and never submits the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="h-7 min-w-24 flex-1 bg-transparent px-1.5 text-sm placeholder:text-muted"
          {...input}
        />
      </Combobox.Chips>
    </Combobox.InputGroup>
  )
}

function Chip({ name, canRemove }: { name: string; canRemove: boolean }) {
  return (
    <Combobox.Chip
      aria-label={name}
      className={`flex h-7 max-w-full items-center rounded-control bg-sunken pl-2 text-sm focus-visible:outline-2 focus-visible:outline-focus ${canRemove ? '' : 'pr-2'}`}
    >
      <span className="truncate">{name}</span>
      {canRemove && (
        <Combobox.ChipRemove
          aria-label={`Remove ${name}`}
          className="flex size-7 shrink-0 items-center justify-center text-muted hover:text-ink"
        >
          <Icon name="close" className="size-3.5" />
        </Combobox.ChipRemove>
      )}
    </Combobox.Chip>
  )
}

function Suggestions({ newName }: { newName: string | undefined }) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-50">
        <Combobox.Popup className="max-h-64 w-(--anchor-width) max-w-(--available-width) overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-float data-empty:hidden">
          <Combobox.List aria-label="People">
            {(person: Named & { stories?: string }) => (
              <Combobox.Item
                key={person.person_id}
                value={person}
                className="flex cursor-default items-baseline justify-between gap-3 rounded-control px-2 py-1.5 text-sm wrap-anywhere data-highlighted:bg-sunken data-selected:text-muted"
              >
                {person.name === newName && person.stories === undefined ? `Add “${newName}”` : person.name}
                {person.stories && <span className="shrink-0 text-xs text-muted">{person.stories}</span>}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

type Named = Pick<Credit, 'person_id' | 'name'>

/** The number of a person who does not exist yet. */
const NEW = 0

/** The name that is typed, the people whom it may mean, and their choice. A new name becomes a person when it is chosen. */
function usePersonInput(people: Named[], onChange: (people: Named[]) => void) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const utils = api.useUtils()
  const name = typed.trim()
  const found = api.people.list.useQuery(
    { q: name, limit: 8 },
    { enabled: name !== '', placeholderData: keepPreviousData, staleTime: 30_000 },
  )
  const create = api.people.create.useMutation({
    onSuccess(person) {
      onChange([...people, { person_id: person.id, name: person.name }])
      setTyped('')
      utils.people.list.invalidate()
    },
  })
  const known = (found.data?.people ?? []).map(toSuggestion)
  const isNew = name !== '' && !found.isFetching && !known.some((one) => isSameName(one.name, name))

  function choose(next: Named[]) {
    const added = next.find(({ person_id }) => person_id === NEW)
    if (added) return create.mutate({ name: added.name })
    onChange(next)
    setTyped('')
  }

  return {
    typed,
    setTyped(text: string) {
      setTyped(text)
      create.reset()
    },
    // An open list hides the rest of the page from screen readers, so it opens only when there is something to choose.
    isOpen: isOpen && name !== '',
    setOpen,
    suggestions: isNew ? [...known, { person_id: NEW, name }] : known,
    newName: isNew ? name : undefined,
    isAdding: create.isPending,
    problem: create.error ? explain(create.error) : undefined,
    choose,
  }
}

/** Two people may have one name: the number of their stories tells them apart. */
const toSuggestion = ({ id, name, article_count }: { id: number; name: string; article_count: number }) => ({
  person_id: id,
  name,
  stories: article_count === 1 ? '1 story' : `${article_count} stories`,
})

const isSameName = (one: string, other: string) => one.toLocaleLowerCase() === other.toLocaleLowerCase()
