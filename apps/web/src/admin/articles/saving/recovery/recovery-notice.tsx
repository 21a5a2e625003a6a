import { lazy, type MouseEvent, useState } from 'react'
import { formatRecent } from '../../../../format.ts'
import { Button } from '../../../../ui/button.tsx'
import { Loading } from '../../../../ui/states.tsx'
import { LazyBoundary } from '../../../screen/lazy-boundary.tsx'
import type { RecoveryPrompt } from '../edit-session.ts'

const TextDiff = lazy(async () => ({ default: (await import('../merge/text-diff.tsx')).TextDiff }))

/** Asks whether to restore a recoverable draft. It is neither applied nor deleted without an answer. */
export function RecoveryNotice({ recoverable }: { recoverable: RecoveryPrompt }) {
  const [isCompared, setCompared] = useState(false)
  return (
    <section
      role="alert"
      aria-label="Unsaved changes"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div>
        <p className="font-medium">Restore unsaved changes from {formatRecent(recoverable.updated_at)}?</p>
        <p className="text-xs text-muted">
          They are kept on this device, and both they and the text below changed the same place.
        </p>
      </div>
      <Answers recoverable={recoverable} isCompared={isCompared} onCompare={() => setCompared(!isCompared)} />
      {isCompared && (
        <div className="max-h-96 overflow-y-auto border-t border-line pt-3">
          <LazyBoundary name="The comparison" fallback={<Loading label="Comparing..." />}>
            <TextDiff before={recoverable.current} after={recoverable.text} />
          </LazyBoundary>
        </div>
      )}
    </section>
  )
}

interface AnswersProps {
  recoverable: RecoveryPrompt
  isCompared: boolean
  onCompare(): void
}

function Answers({ recoverable, isCompared, onCompare }: AnswersProps) {
  const [given, setGiven] = useState<'restore' | 'decline' | 'later'>()
  /** The pressed button is removed, so move the focus to the text. */
  const give =
    (answer: 'restore' | 'decline' | 'later') =>
    ({ currentTarget }: MouseEvent) => {
      setGiven(answer)
      recoverable[answer]()
      currentTarget.closest('form')?.querySelector<HTMLElement>('[contenteditable]')?.focus()
    }
  return (
    <div className="flex flex-wrap gap-2">
      <Button isBusy={given === 'restore'} onClick={give('restore')}>
        Restore
      </Button>
      <Button variant="secondary" isBusy={given === 'decline'} onClick={give('decline')}>
        Keep the text below
      </Button>
      <Button variant="ghost" aria-expanded={isCompared} onClick={onCompare}>
        {isCompared ? 'Hide changes' : 'Show changes'}
      </Button>
      <Button variant="ghost" onClick={give('later')}>
        Decide later
      </Button>
    </div>
  )
}
