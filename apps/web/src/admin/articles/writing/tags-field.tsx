import { Combobox } from '@base-ui/react/combobox'
import { MAX_TAGS, tagName, tagProblem, tagSlug, uniqueTags } from '@nightdesk/contracts'
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { api } from '../../../api.ts'
import { Icon } from '../../../ui/icon.tsx'

interface TagsFieldProps {
  value: string[]
  /** The server's message from the last save. */
  error?: string
  onChange(tags: string[]): void
}

/** The tags of an article; existing ones are suggested, new ones can be typed. */
export function TagsField({ value, error, onChange }: TagsFieldProps) {
  const inputId = useId()
  const hintId = useId()
  const input = useTagInput(value, onChange)
  const message = input.problem ?? error
  return (
    <div className="flex flex-col gap-1">
      <Combobox.Root
        multiple
        autoHighlight
        items={input.suggestions}
        value={value}
        onValueChange={input.choose}
        open={input.isOpen}
        onOpenChange={input.setOpen}
        inputValue={input.typed}
        // Closing the list clears the input; keep what was typed, because it is not chosen yet.
        onInputValueChange={(text, { reason }) => reason !== 'input-clear' && input.setTyped(text)}
        isItemEqualToValue={isSameTag}
      >
        <label htmlFor={inputId} className="text-sm font-medium">
          Tags
        </label>
        <ChipsInput
          id={inputId}
          tags={value}
          aria-describedby={hintId}
          aria-invalid={message !== undefined}
          onKeyDown={input.chooseByKey}
          // Text that is left without a comma counts as a tag too.
          onBlur={input.chooseTyped}
        />
        <Suggestions newTag={input.newTag} />
      </Combobox.Root>
      <Hint id={hintId} isFull={isFull(value)} message={message} />
    </div>
  )
}

const isFull = (tags: string[]) => tags.length >= MAX_TAGS

/** The text that is typed, the suggestions for it, and the ways to turn it into a tag. */
function useTagInput(value: string[], onChange: (tags: string[]) => void) {
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const known = (api.articles.tags.useQuery({}).data ?? []).map(({ name }) => name)
  const name = tagName(typed)
  const problem = name === '' ? undefined : tagProblem(name)
  const isNew = name !== '' && !problem && ![...known, ...value].some((one) => isSameTag(one, name))

  function choose(names: string[]) {
    onChange(uniqueTags(names).slice(0, MAX_TAGS))
    setTyped('')
  }

  function chooseTyped() {
    if (name !== '' && !problem) choose([...value, known.find((one) => isSameTag(one, name)) ?? name])
  }

  /** While the list is open, Enter chooses from it. Enter never submits the form. */
  function chooseByKey(event: KeyboardEvent) {
    if (event.key !== ',' && event.key !== 'Enter') return
    event.preventDefault()
    if (event.key === 'Enter' && isOpen) return
    chooseTyped()
  }

  return {
    typed,
    setTyped,
    // An open list hides the rest of the page from screen readers, so open it only when there is something to choose.
    isOpen: isOpen && name !== '',
    setOpen,
    problem,
    suggestions: isNew ? [...known, name] : known,
    newTag: isNew ? name : undefined,
    choose,
    chooseTyped,
    chooseByKey,
  }
}

interface HintProps {
  id: string
  isFull: boolean
  message: string | undefined
}

function Hint({ id, isFull, message }: HintProps) {
  return (
    <>
      <p id={id} className="text-xs text-muted">
        {isFull ? `These are all ${MAX_TAGS} that an article can have.` : 'Press Enter or comma after each.'}
      </p>
      {message && (
        <p role="alert" className="text-xs text-danger">
          {message}
        </p>
      )}
    </>
  )
}

const isSameTag = (one: string, other: string) => tagSlug(one) === tagSlug(other)

interface ChipsInputProps extends ComponentProps<typeof Combobox.Input> {
  tags: string[]
}

function ChipsInput({ tags, ...input }: ChipsInputProps) {
  return (
    <Combobox.InputGroup className="rounded-control border border-control bg-surface p-1.5">
      <Combobox.Chips className="flex flex-wrap gap-1.5">
        {tags.map((tag) => (
          <Chip key={tag} tag={tag} />
        ))}
        <Combobox.Input
          disabled={isFull(tags)}
          placeholder={tags.length === 0 ? 'Add a tag' : undefined}
          className="h-7 min-w-24 flex-1 bg-transparent px-1.5 text-sm placeholder:text-muted"
          {...input}
        />
      </Combobox.Chips>
    </Combobox.InputGroup>
  )
}

function Chip({ tag }: { tag: string }) {
  return (
    <Combobox.Chip
      aria-label={tag}
      className="flex h-7 max-w-full items-center rounded-control bg-sunken pl-2 text-sm focus-visible:outline-2 focus-visible:outline-focus"
    >
      <span className="truncate">{tag}</span>
      <Combobox.ChipRemove
        aria-label={`Remove ${tag}`}
        className="flex size-7 shrink-0 items-center justify-center text-muted hover:text-ink"
      >
        <Icon name="close" className="size-3.5" />
      </Combobox.ChipRemove>
    </Combobox.Chip>
  )
}

function Suggestions({ newTag }: { newTag: string | undefined }) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-50">
        <Combobox.Popup className="max-h-64 w-(--anchor-width) max-w-(--available-width) overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-float data-empty:hidden">
          <Combobox.List aria-label="Tags">
            {(tag: string) => (
              <Combobox.Item
                key={tag}
                value={tag}
                className="cursor-default rounded-control px-2 py-1.5 text-sm wrap-anywhere data-highlighted:bg-sunken data-selected:text-muted"
              >
                {tag === newTag ? `Add “${tag}”` : tag}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
