import { Combobox } from '@base-ui/react/combobox'
import { isOfInputMethod } from '@nightdesk/editor/input-methods'
import { type ComponentProps, type Ref, useId, useState } from 'react'
import { Icon } from './icon.tsx'
import { Problem } from './states.tsx'

export interface Chip {
  id: string | number
  name: string
}

export interface Suggestion extends Chip {
  /** Shown at the end of its line. */
  detail?: string
  /** Choosing it adds what is typed. */
  isNew?: boolean
}

interface ChipsFieldProps {
  label: string
  /** Names the list of suggestions. */
  listLabel: string
  chips: Chip[]
  suggestions: Suggestion[]
  /** The suggestions were found by what is typed. Else those that contain it are shown. */
  areFound?: boolean
  typed: string
  /** While there are no chips. */
  placeholder: string
  isFull: boolean
  canRemove?: boolean
  isBusy?: boolean
  hint?: string
  problem: string | undefined
  ref?: Ref<HTMLInputElement>
  onType(text: string): void
  onChange(chips: Chip[]): void
  /** Called with Enter unless it chooses a suggestion, and when the field is left. */
  onFinish?(): void
}

/** A field with several names. Known ones are suggested, new ones can be typed. Enter never submits the form. */
export function ChipsField({
  label,
  listLabel,
  chips,
  suggestions,
  areFound = false,
  typed,
  placeholder,
  isFull,
  canRemove = true,
  isBusy = false,
  hint,
  problem,
  ref,
  onType,
  onChange,
  onFinish,
}: ChipsFieldProps) {
  const inputId = useId()
  const hintId = useId()
  const [isWanted, setWanted] = useState(false)
  // An open list hides the rest of the page from screen readers, so it opens only when there is something to choose.
  const isOpen = isWanted && typed.trim() !== ''

  const onKeyDown: ComponentProps<typeof Combobox.Input>['onKeyDown'] = (event) => {
    if (isOfInputMethod(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!isOpen) onFinish?.()
    }
    if (event.key !== 'Escape' || isOpen) return
    // The combobox would remove all chips.
    event.preventBaseUIHandler()
    if (typed === '') return
    event.preventDefault()
    onType('')
  }

  return (
    <div className="flex flex-col gap-1">
      <Combobox.Root
        multiple
        autoHighlight
        filter={areFound ? null : undefined}
        // Choosing one that is a chip already would remove it.
        items={suggestions.filter(({ id }) => chips.every((chip) => chip.id !== id))}
        value={chips}
        onValueChange={onChange}
        open={isOpen}
        // Enter with nothing to choose closes it (`none`). Where that does nothing else, what was typed may not be found yet.
        onOpenChange={(wanted, { reason }) => setWanted(wanted || (reason === 'none' && !onFinish))}
        inputValue={typed}
        // Closing the list clears the input; keep what was typed, because it is not chosen yet.
        onInputValueChange={(text, { reason }) => reason !== 'input-clear' && onType(text)}
        itemToStringLabel={({ name }) => name}
        isItemEqualToValue={(one, other) => one.id === other.id}
      >
        <label htmlFor={inputId} className="text-sm font-medium">
          {label}
        </label>
        <Combobox.InputGroup className="rounded-control border border-control bg-surface p-1.5">
          <Combobox.Chips className="flex flex-wrap gap-1.5">
            {chips.map(({ id, name }) => (
              <Combobox.Chip
                key={id}
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
            ))}
            <Combobox.Input
              ref={ref}
              id={inputId}
              // Not disabled, because its keys lead to the chips.
              readOnly={isFull}
              placeholder={chips.length === 0 ? placeholder : undefined}
              aria-describedby={hint && hintId}
              aria-invalid={problem !== undefined}
              aria-busy={isBusy}
              onKeyDown={onKeyDown}
              onBlur={onFinish}
              className="h-7 min-w-24 flex-1 bg-transparent px-1.5 text-sm placeholder:text-muted"
            />
          </Combobox.Chips>
        </Combobox.InputGroup>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-50">
            <Combobox.Popup className="max-h-64 w-(--anchor-width) max-w-(--available-width) overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-float data-empty:hidden">
              <Combobox.List aria-label={listLabel}>
                {(suggestion: Suggestion) => (
                  <Combobox.Item
                    key={suggestion.id}
                    value={suggestion}
                    className="flex cursor-default items-baseline justify-between gap-3 rounded-control px-2 py-1.5 text-sm wrap-anywhere data-highlighted:bg-sunken"
                  >
                    {suggestion.isNew ? `Add “${suggestion.name}”` : suggestion.name}
                    {suggestion.detail && (
                      <span className="shrink-0 text-xs text-muted">{suggestion.detail}</span>
                    )}
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      <Problem isSmall>{problem}</Problem>
    </div>
  )
}
