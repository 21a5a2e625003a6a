import type { ImportAuthor } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { formatCount } from '../../../format.ts'
import { Select } from '../../../ui/forms/field.tsx'
import { describeOtherAuthors } from '../import-words.ts'

/** Authors with a choice. The rest come in under their own names. */
const SHOWN = 50
/** People to choose from. */
const MAX_PEOPLE = 100

interface AuthorChoicesProps {
  /** Those with most items first. */
  authors: ImportAuthor[]
  /** The ids of the people chosen in place of authors. */
  people: ReadonlyMap<string, number>
  onChange(author: string, personId: number | undefined): void
}

/** Who is credited in place of the authors of the old site. */
export function AuthorChoices({ authors, people, onChange }: AuthorChoicesProps) {
  const [isOpen, setOpen] = useState(false)
  const known = api.people.list.useQuery(
    { limit: MAX_PEOPLE },
    { enabled: isOpen, meta: { failure: { title: 'Failed to load the people' } } },
  )
  const rest = authors.length - SHOWN
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer font-medium">Authors: {describe(authors)}</summary>
      {isOpen && (
        <ul aria-label="Authors" className="mt-3 flex max-w-xl flex-col gap-3">
          {authors.slice(0, SHOWN).map((author) => (
            <li key={author.name}>
              <Select
                label={`${author.name}, ${formatCount(author.items, 'item')}`}
                className="h-9 w-full"
                value={people.get(author.name) ?? ''}
                options={[fallback(author), ...optionsOf(known.data?.people ?? [], author)]}
                onChange={({ target }) => onChange(author.name, Number(target.value) || undefined)}
              />
            </li>
          ))}
          {rest > 0 && <li className="text-muted">{describeOtherAuthors(rest)}</li>}
        </ul>
      )}
    </details>
  )
}

/** "2 are here already, 1 is added" */
function describe(authors: ImportAuthor[]): string {
  const here = authors.filter(({ person }) => person).length
  const added = authors.length - here
  return [
    ...(here > 0 ? [formatCount(here, 'is here already', 'are here already')] : []),
    ...(added > 0 ? [formatCount(added, 'is added', 'are added')] : []),
  ].join(', ')
}

const fallback = ({ name, person }: ImportAuthor) => ({
  value: '',
  label: person ? `${person.name}, who is here already` : `A new person: ${name}`,
})

const optionsOf = (people: { id: number; name: string }[], { person }: ImportAuthor) =>
  people.filter(({ id }) => id !== person?.id).map(({ id, name }) => ({ value: String(id), label: name }))
