import type { Credit } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api, explain } from '../../../api.ts'

export type Named = Pick<Credit, 'person_id' | 'name'>

/** The number of a person who does not exist yet. */
const NEW = 0

/** The name that is typed, the people whom it may mean, and their choice. A new name becomes a person when it is chosen. */
export function usePersonInput(people: Named[], onChange: (people: Named[]) => void) {
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
