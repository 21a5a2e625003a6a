import { Popover } from '@base-ui/react/popover'
import type { WritingTools } from '@nightdesk/editor/lexical'
import { useSessionWords } from '@nightdesk/editor/writing-aids'
import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { useStored } from '../../screen/use-stored.ts'
import { describeSession } from './describe-session.ts'
import { GoalForm } from './goal-form.tsx'

/** The words that were written since the screen was opened, against an optional goal. A press sets the goal. */
export function SessionWords({ tools: { editor, counter } }: { tools: WritingTools }) {
  const words = useSessionWords(editor, counter)
  const [stored, store] = useStored('session_goal')
  const [isOpen, setOpen] = useState(false)
  if (words === undefined) return null
  const goal = Number(stored) || null
  const isReached = goal !== null && words >= goal
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        title="Words written since this screen was opened"
        className="session-words relative -mx-1 flex min-h-6 items-center gap-1 rounded-control px-1 py-0.5 text-muted tabular-nums hover:bg-sunken hover:text-ink pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2.5 pointer-coarse:after:inset-x-0"
      >
        {isReached && <Icon name="check" className="size-3.5 text-success" />}
        {describeSession(words, goal)}
        <span className="sr-only">
          {isReached ? ' in this session, goal reached' : ' in this session'}. Set a goal
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="top" align="start" sideOffset={6} className="z-40">
          <Popover.Popup className="w-64 rounded-card border border-line bg-surface p-3 shadow-float outline-none">
            <GoalForm
              goal={goal}
              onChange={(next) => {
                store(next === null ? null : String(next))
                setOpen(false)
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
