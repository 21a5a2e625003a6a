import type { Import } from '@nightdesk/contracts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useImportActions } from './use-import.ts'

/** A file that cannot be read, and what to do about it. */
export function Failed({ shown: { id, failure } }: { shown: Import }) {
  const { remove } = useImportActions(id)
  return (
    <>
      <ErrorState message={failure ?? 'The file cannot be read.'} />
      <p className="max-w-prose text-ink-2">
        Nothing was written. Export the file once more, or choose another.
      </p>
      <div>
        <Button variant="secondary" isBusy={remove.isPending} onClick={() => remove.mutate({ id })}>
          Remove and choose another file
        </Button>
      </div>
    </>
  )
}
