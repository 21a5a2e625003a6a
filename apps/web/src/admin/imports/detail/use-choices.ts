import type { Import } from '@nightdesk/contracts'
import { useState } from 'react'

export type ImportChoices = Pick<Import, 'imports_as' | 'fetches_pictures' | 'wayback' | 'with_tags'>

/** What the admin has chosen; nothing is stored before the import starts. */
export function useChoices({ imports_as, fetches_pictures, wayback, with_tags }: ImportChoices) {
  const [choices, setChoices] = useState<ImportChoices>({ imports_as, fetches_pictures, wayback, with_tags })
  const [people, setPeople] = useState<ReadonlyMap<string, number>>(new Map())
  const change = (changes: Partial<ImportChoices>) => setChoices((last) => ({ ...last, ...changes }))
  /** Names a person of this site in place of an author; undefined takes that back. */
  const credit = (author: string, person_id: number | undefined) =>
    setPeople((last) => {
      const next = new Map(last)
      if (person_id === undefined) next.delete(author)
      else next.set(author, person_id)
      return next
    })
  return { choices, change, people, credit }
}
