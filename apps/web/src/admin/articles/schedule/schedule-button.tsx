import type { AdminArticle } from '@nightdesk/contracts'
import { lazy, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
import { usePrefetch } from '../../screen/use-prefetch.ts'

const loadDialog = () => import('./schedule-dialog.tsx')
const ScheduleDialog = lazy(async () => ({ default: (await loadDialog()).ScheduleDialog }))

const SCHEDULE_BUTTON = 'schedule-button'

/** Moves the focus from a button that is removed together with the schedule to the one that leads to another. */
export const focusScheduleButton = () => document.getElementById(SCHEDULE_BUTTON)?.focus()

/** Opens the dialog to schedule a draft. Other articles cannot be scheduled. */
export function ScheduleButton({ article }: { article: AdminArticle }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  usePrefetch(loadDialog)
  if (article.state !== 'draft') return null
  return (
    <>
      <Button id={SCHEDULE_BUTTON} variant="secondary" onClick={() => setIsOpen(true)}>
        {article.scheduled_at ? 'Change schedule…' : 'Schedule…'}
      </Button>
      {isOpen && (
        <LazyBoundary name="The schedule" onFailed={close}>
          <ScheduleDialog article={article} onClose={close} />
        </LazyBoundary>
      )}
    </>
  )
}
