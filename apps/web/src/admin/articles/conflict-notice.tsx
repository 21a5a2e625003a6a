import { Button } from '../../ui/button.tsx'

interface ConflictNoticeProps {
  /** The server’s sentence. */
  message: string
  onLoadTheirs(): void
  /** Called before the form around it is submitted again. */
  onOverwrite(): void
}

/** Somebody else saved first. What was typed stays in the form until the writer has chosen. */
export function ConflictNotice({ message, onLoadTheirs, onOverwrite }: ConflictNoticeProps) {
  return (
    <div role="alert" className="rounded-card border border-warning-solid bg-warning-tint p-4 text-warning">
      <p className="font-medium">{message}</p>
      <p>Your text is still here. The other one stays in the version history, whichever you choose.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onLoadTheirs}>
          Load theirs
        </Button>
        <Button variant="warning" type="submit" onClick={onOverwrite}>
          Save mine anyway
        </Button>
      </div>
    </div>
  )
}
