import { Combobox } from '@base-ui/react/combobox'
import { CREDIT_PHRASES, type CreditRole } from '@nightdesk/contracts'
import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { type Named, usePersonInput } from './use-person-input.ts'

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
export function RoleField({ role, people, isFull, hasFocus, onChange }: RoleFieldProps) {
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
