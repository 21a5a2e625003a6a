import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { Conflict } from '../edit-session.ts'
import type { TextChoices } from './merge-text.ts'
import { BlocksSide, ExcerptSide, Overlap, PosterSide } from './overlap.tsx'

const ONE = ['mine', 'theirs'] as const
const ONE_OR_BOTH = ['mine', 'theirs', 'both'] as const
const EXPLANATION =
  'Mine is what you wrote here, theirs what was saved meanwhile. Everything else is merged, and what was saved stays in the version history.'

/** Shows every conflict of a merge, with a choice of mine, theirs or both for each. */
export function ConflictDialog({ conflict: { merged, decide, later } }: { conflict: Conflict }) {
  const { title, excerpt, poster, parts } = merged
  const overlaps = parts.filter((part) => part.kind === 'conflict')
  const [choices, setChoices] = useState<TextChoices>({
    title: 'mine',
    excerpt: 'mine',
    poster: 'mine',
    content: overlaps.map(() => 'both'),
  })

  const body = (
    <ol className="flex flex-col gap-6">
      {title.kind === 'conflict' && (
        <Overlap
          name="Title"
          choices={ONE}
          value={choices.title}
          onChoose={(choice) => setChoices({ ...choices, title: choice })}
          mine={<p className="font-serif text-lg">{title.mine}</p>}
          theirs={<p className="font-serif text-lg">{title.theirs}</p>}
        />
      )}
      {excerpt.kind === 'conflict' && (
        <Overlap
          name="Excerpt"
          choices={ONE}
          value={choices.excerpt}
          onChoose={(choice) => setChoices({ ...choices, excerpt: choice })}
          mine={<ExcerptSide excerpt={excerpt.mine} />}
          theirs={<ExcerptSide excerpt={excerpt.theirs} />}
        />
      )}
      {poster.kind === 'conflict' && (
        <Overlap
          name="Featured Image"
          choices={ONE}
          value={choices.poster}
          onChoose={(choice) => setChoices({ ...choices, poster: choice })}
          mine={<PosterSide url={poster.mine?.url} />}
          theirs={<PosterSide url={poster.theirs?.url} />}
        />
      )}
      {overlaps.map(({ base, mine, theirs }, index) => (
        <Overlap
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of conflicts does not change while the dialog is open
          key={index}
          name={overlaps.length === 1 ? 'Text' : `Text, place ${index + 1}`}
          choices={ONE_OR_BOTH}
          value={choices.content[index] ?? 'both'}
          onChoose={(choice) => setChoices({ ...choices, content: choices.content.with(index, choice) })}
          mine={<BlocksSide base={base} blocks={mine} />}
          theirs={<BlocksSide base={base} blocks={theirs} />}
        />
      ))}
    </ol>
  )
  return (
    <Dialog
      open
      width="sides"
      title="The same place was changed twice"
      description={EXPLANATION}
      body={body}
      onClose={later}
    >
      <Button variant="secondary" onClick={later}>
        Decide later
      </Button>
      <Button onClick={() => decide(choices)}>Keep what is chosen</Button>
    </Dialog>
  )
}
