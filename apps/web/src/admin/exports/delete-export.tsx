import type { Export } from '@nightdesk/contracts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/overlays/dialog.tsx'
import { useExportRequests } from './use-exports.ts'

interface DeleteExportProps {
  shown: Export
  /** When it was made, for people. */
  made: string
}

/** Deletes an export; after a question while it has a file. */
export function DeleteExport({ shown: { id, state }, made }: DeleteExportProps) {
  const [isAsking, setAsking] = useState(false)
  const { remove } = useExportRequests()
  const run = () => remove.mutate({ id }, { onSettled: () => setAsking(false) })
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={`Delete the export of ${made}`}
        isBusy={remove.isPending}
        onClick={() => (state === 'done' ? setAsking(true) : run())}
      >
        Delete
      </Button>
      <Question
        open={isAsking}
        title="Delete this export?"
        description="Its file and the links to it are gone at once. The stories stay as they are."
        onClose={() => setAsking(false)}
        yes="Delete"
        isBusy={remove.isPending}
        onYes={run}
      />
    </>
  )
}
