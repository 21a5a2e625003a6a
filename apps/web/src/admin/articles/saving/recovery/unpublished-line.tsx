import { lazy, useState } from 'react'
import { formatRecent } from '../../../../format.ts'
import { Button } from '../../../../ui/button.tsx'
import { LazyBoundary } from '../../../screen/lazy-boundary.tsx'
import type { DraftEditor } from '../draft-editor.ts'
import { useEditState } from '../use-draft-editor.ts'

const CompareDialog = lazy(async () => ({
  default: (await import('../merge/compare-dialog.tsx')).CompareDialog,
}))

/** Says since when there are unpublished changes, with buttons to compare and discard them. */
export function UnpublishedLine({ draftEditor, isNew }: { draftEditor: DraftEditor; isNew: boolean }) {
  const since = useEditState(draftEditor, (state) => state.unpublished_since)
  const [isCompared, setCompared] = useState(false)
  if (since === null) return null
  const text = isNew ? 'Begun' : 'Unpublished changes since'
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
      <Button variant="ghost" size="xs" className="max-sm:px-1" onClick={draftEditor.discard}>
        Discard
      </Button>
      {isCompared && (
        <LazyBoundary name="The comparison" onFailed={() => setCompared(false)}>
          <CompareDialog {...draftEditor.texts()} onClose={() => setCompared(false)} />
        </LazyBoundary>
      )}
    </section>
  )
}
