import type { MergedValue, MergePart } from '@nightdesk/editor/merge'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import type { Conflict } from '../edit-session.ts'
import type { MergedText, TextChoices } from './merge-text.ts'
import { BlocksSide, ExcerptSide, Overlap, PosterSide } from './overlap.tsx'

const ONE = ['mine', 'theirs'] as const
const ONE_OR_BOTH = ['mine', 'theirs', 'both'] as const
const EXPLANATION =
  'Mine is what you wrote here, theirs what was saved meanwhile. Everything else is merged, and what was saved stays in the version history.'

/** Shows every conflict of a merge, with a choice of mine, theirs or both for each. */
export function ConflictDialog({ conflict: { merged, decide, later } }: { conflict: Conflict }) {
  const conflicts = merged.parts.filter((part) => part.kind === 'conflict')
  const [chosen, setChosen] = useState<TextChoices>({
    title: 'mine',
    excerpt: 'mine',
    poster: 'mine',
    content: [],
  })
  // The conflicts may change while the dialog is open.
  const choices = { ...chosen, content: conflicts.map((_, index) => chosen.content[index] ?? 'both') }
  const choose = (change: Partial<TextChoices>) => setChosen({ ...choices, ...change })
  return (
    <Dialog
      open
      width="sides"
      title="The same place was changed twice"
      description={EXPLANATION}
      body={
        <ol className="flex flex-col gap-6">
          <FieldConflicts merged={merged} choices={choices} onChoose={choose} />
          <ContentConflicts
            conflicts={conflicts}
            choices={choices.content}
            onChoose={(content) => choose({ content })}
          />
        </ol>
      }
      onClose={later}
    >
      <Button variant="secondary" onClick={later}>
        Decide later
      </Button>
      <Button onClick={() => decide(choices)}>Keep what is chosen</Button>
    </Dialog>
  )
}

interface FieldConflictsProps {
  merged: MergedText
  choices: TextChoices
  onChoose(change: Partial<TextChoices>): void
}

function FieldConflicts({ merged: { title, excerpt, poster }, choices, onChoose }: FieldConflictsProps) {
  return (
    <>
      <FieldConflict
        name="Title"
        merged={title}
        value={choices.title}
        onChoose={(choice) => onChoose({ title: choice })}
        render={(side) => <p className="font-serif text-lg">{side}</p>}
      />
      <FieldConflict
        name="Excerpt"
        merged={excerpt}
        value={choices.excerpt}
        onChoose={(choice) => onChoose({ excerpt: choice })}
        render={(side) => <ExcerptSide excerpt={side} />}
      />
      <FieldConflict
        name="Featured Image"
        merged={poster}
        value={choices.poster}
        onChoose={(choice) => onChoose({ poster: choice })}
        render={(side) => <PosterSide poster={side} />}
      />
    </>
  )
}

interface FieldConflictProps<Value> {
  name: string
  merged: MergedValue<Value>
  value: (typeof ONE)[number]
  onChoose(choice: (typeof ONE)[number]): void
  render(side: Value): ReactNode
}

function FieldConflict<Value>({ name, merged, value, onChoose, render }: FieldConflictProps<Value>) {
  if (merged.kind !== 'conflict') return null
  return (
    <Overlap
      name={name}
      choices={ONE}
      value={value}
      onChoose={onChoose}
      mine={render(merged.mine)}
      theirs={render(merged.theirs)}
    />
  )
}

interface ContentConflictsProps {
  conflicts: Extract<MergePart, { kind: 'conflict' }>[]
  choices: TextChoices['content']
  onChoose(choices: TextChoices['content']): void
}

function ContentConflicts({ conflicts, choices, onChoose }: ContentConflictsProps) {
  return conflicts.map(({ base, mine, theirs }, index) => (
    <Overlap
      // biome-ignore lint/suspicious/noArrayIndexKey: the list of conflicts does not change while the dialog is open
      key={index}
      name={conflicts.length === 1 ? 'Text' : `Text, place ${index + 1}`}
      choices={ONE_OR_BOTH}
      value={choices[index] ?? 'both'}
      onChoose={(choice) => onChoose(choices.with(index, choice))}
      mine={<BlocksSide base={base} blocks={mine} />}
      theirs={<BlocksSide base={base} blocks={theirs} />}
    />
  ))
}
