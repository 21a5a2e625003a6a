import { useBeforeUnload, useBlocker } from 'react-router'
import { Question } from '../../ui/dialog.tsx'

/** Asks before one leaves a screen, or loads it again, while something would be lost. */
export function LeaveGuard({ isLosing, description }: { isLosing: boolean; description: string }) {
  useBeforeUnload((event) => isLosing && event.preventDefault())
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isLosing && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <Question
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      description={description}
      yes="Leave"
      no="Stay"
      onYes={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  )
}
