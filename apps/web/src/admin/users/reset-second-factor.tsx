import type { User } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/overlays/dialog.tsx'
import { notify } from '../notify.ts'

/** Removes the second factor of somebody who lost it, after a question. */
export function ResetSecondFactor({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  const utils = api.useUtils()
  const reset = api.users.resetSecondFactor.useMutation({
    meta: { failure: { title: 'Failed to reset the second factor' } },
    onSuccess: ({ full_name }) => {
      utils.users.list.invalidate()
      notify({
        kind: 'success',
        title: 'Success',
        description: `${full_name} signs in with the password only`,
      })
    },
  })
  const close = () => setIsAsking(false)

  function confirm() {
    close()
    reset.mutate({ id: user.id })
  }

  return (
    <>
      <Button size="sm" variant="secondary" isBusy={reset.isPending} onClick={() => setIsAsking(true)}>
        Reset Second Factor
      </Button>
      <Question
        open={isAsking}
        title={`Reset the second factor of ${user.full_name}?`}
        description="Their passkeys, authenticator app and recovery codes are removed, and they are signed out everywhere. Make sure that it is really them who asks: whoever has the password can sign in then."
        onClose={close}
        yes="Reset"
        onYes={confirm}
      />
    </>
  )
}
