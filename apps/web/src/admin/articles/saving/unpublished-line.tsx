import { lazy, useState } from 'react'
import { formatRecent } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Part } from '../../layout/part.tsx'
import { useWritingView } from './use-writing.ts'
import type { Writing } from './writing.ts'

const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }))

/** Says that the text is in no version yet, since when, and leads to what differs. */
export function UnpublishedLine({ writing, isNew }: { writing: Writing; isNew: boolean }) {
  const since = useWritingView(writing, (view) => view.unpublished_since)
  const [isCompared, setCompared] = useState(false)
  if (since === null) return null
  const text = isNew ? 'Not saved yet, begun' : 'Unpublished changes since'
  return (
    <section
      aria-label="Unpublished changes"
      className="flex flex-wrap items-center gap-x-1 text-xs text-muted"
    >
      <span className="mr-1">
        {text} {formatRecent(since)}
      </span>
      {!isNew && (
        <Button variant="ghost" size="xs" className="max-sm:px-1" onClick={() => setCompared(true)}>
          Compare
        </Button>
      )}
      <Button variant="ghost" size="xs" className="max-sm:px-1" onClick={writing.discard}>
        Discard
      </Button>
      {isCompared && (
        <Part name="The comparison" onFailed={() => setCompared(false)}>
          <CompareDialog {...writing.texts()} onClose={() => setCompared(false)} />
        </Part>
      )}
    </section>
  )
}
