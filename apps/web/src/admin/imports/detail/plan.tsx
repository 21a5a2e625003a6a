import type { ImportDetails } from '@nightdesk/contracts'
import { formatCount } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { describePlan } from '../import-words.ts'
import { AuthorChoices } from './author-choices.tsx'
import { Choices } from './choices.tsx'
import { Sentences } from './sentences.tsx'
import { useChoices } from './use-choices.ts'
import { useImportActions } from './use-import.ts'

/** What would come in, the choices, and the button that brings it in. Nothing is written before. */
export function Plan({ shown }: { shown: ImportDetails }) {
  const { id, counts, authors, can_start } = shown
  const { start, remove } = useImportActions(id)
  const { choices, change, people, credit } = useChoices(shown)
  const isPossible = counts.planned > 0 && can_start
  return (
    <Card title="What comes in">
      <div className="flex flex-col gap-5">
        <Sentences of={describePlan(shown)} />
        {!can_start && <p>This import was begun with the command line, and goes on there.</p>}
        {isPossible && (
          <>
            <Choices choices={choices} onChange={change} />
            {authors.length > 0 && <AuthorChoices authors={authors} people={people} onChange={credit} />}
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {isPossible && (
            <Button
              isBusy={start.isPending}
              onClick={() => start.mutate({ id, ...choices, people: toRows(people) })}
            >
              Import {formatCount(counts.planned, 'item')}
            </Button>
          )}
          <Button variant="secondary" isBusy={remove.isPending} onClick={() => remove.mutate({ id })}>
            Remove
          </Button>
        </div>
      </div>
    </Card>
  )
}

const toRows = (people: ReadonlyMap<string, number>) =>
  [...people].map(([author, person_id]) => ({ author, person_id }))
