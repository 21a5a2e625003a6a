import type { Person } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/overlays/dialog.tsx'
import { notify } from '../notify.ts'

/** Deletes somebody whom nothing names, after a question. */
export function DeletePerson({ person: { id, name } }: { person: Person }) {
  const [isAsking, setAsking] = useState(false)
  const utils = api.useUtils()
  const remove = api.people.delete.useMutation({
    meta: { failure: { title: `${name} was not deleted` } },
    onSuccess() {
      notify({ kind: 'success', title: `${name} is deleted` })
      utils.people.invalidate()
    },
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button size="sm" variant="secondary" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Question
        open={isAsking}
        title={`Delete ${name}?`}
        description="No story names them. This cannot be undone."
        onClose={() => setAsking(false)}
        yes="Delete"
        isBusy={remove.isPending}
        onYes={() => remove.mutate({ id })}
      />
    </>
  )
}
