import type { Person } from '@nightdesk/contracts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api, explain } from '../../api.ts'
import { formatCount } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/field.tsx'
import { notify } from '../notify.ts'

interface MergeDialogProps {
  person: Person
  onClose(): void
}

/** Asks whom a person really is, and makes both one. */
export function MergeDialog({ person, onClose }: MergeDialogProps) {
  const [into, setInto] = useState<Person | null>(null)
  const utils = api.useUtils()
  const merge = api.people.merge.useMutation({
    onSuccess({ name }) {
      notify({ kind: 'success', title: `${person.name} is ${name} now` })
      utils.people.invalidate()
      onClose()
    },
  })
  return (
    <Dialog
      open
      role="dialog"
      title={`Merge ${person.name}`}
      description="Their stories will name the person whom you choose, in all versions, and the address of their page will lead there. This cannot be undone."
      onClose={onClose}
      body={
        <>
          <Candidates person={person} chosen={into} onChoose={setInto} />
          {merge.error && (
            <p role="alert" className="mt-3 text-xs text-danger">
              {explain(merge.error)}
            </p>
          )}
        </>
      }
    >
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button
        disabled={!into}
        isBusy={merge.isPending}
        onClick={() => into && merge.mutate({ id: person.id, into: into.id })}
      >
        {into ? `Merge with ${into.name}` : 'Merge'}
      </Button>
    </Dialog>
  )
}

interface CandidatesProps {
  person: Person
  chosen: Person | null
  onChoose(person: Person): void
}

function Candidates({ person, chosen, onChoose }: CandidatesProps) {
  const [typed, setTyped] = useState('')
  const found = api.people.list.useQuery(
    { q: typed.trim() || undefined, limit: 8 },
    { placeholderData: keepPreviousData },
  )
  const others = (found.data?.people ?? []).filter(({ id }) => id !== person.id)
  return (
    <div className="flex flex-col gap-3">
      <SearchField
        label="Search people"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">Merge with</legend>
        {others.map((other) => (
          <label key={other.id} className="flex min-h-9 items-center gap-3 wrap-anywhere">
            <input
              type="radio"
              name="into"
              checked={chosen?.id === other.id}
              onChange={() => onChoose(other)}
            />
            <span>{other.name}</span>
            <span className="ml-auto shrink-0 text-xs text-muted">
              {formatCount(other.article_count, 'story', 'stories')}
            </span>
          </label>
        ))}
        {found.data && others.length === 0 && <p className="text-muted">Nobody has such a name.</p>}
      </fieldset>
    </div>
  )
}
