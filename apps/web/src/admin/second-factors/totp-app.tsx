import { useState } from 'react'
import { api } from '../../api.ts'
import { formatDate } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/overlays/dialog.tsx'
import { FactorRow } from './factor-row.tsx'
import type { FactorProps } from './second-factors.tsx'
import { TotpDialog } from './totp-dialog.tsx'
import { useRemoval } from './use-removal.ts'

/** The authenticator app of the user. */
export function TotpApp(props: FactorProps) {
  const { totp } = props.status
  const [isRemoving, setIsRemoving] = useState(false)
  const { removeTotp } = useRemoval(props)
  const remove = () => {
    removeTotp()
    setIsRemoving(false)
  }
  const start = api.secondFactors.startTotp.useMutation({
    meta: { failure: { title: 'Failed to set up the authenticator app' } },
  })
  const note = totp
    ? `Set up on ${formatDate(totp.created_at)}. Its codes are asked for after your password.`
    : 'None yet. It works on every device, also without a network.'
  return (
    <FactorRow
      title="Authenticator app"
      note={note}
      actions={
        totp ? (
          <Button
            variant="secondary"
            aria-label="Remove the authenticator app"
            onClick={() => setIsRemoving(true)}
          >
            Remove
          </Button>
        ) : (
          <Button variant="secondary" isBusy={start.isPending} onClick={() => start.mutate({})}>
            Set Up an App
          </Button>
        )
      }
    >
      {start.data && <TotpDialog {...props} started={start.data} onClose={start.reset} />}
      <Question
        open={isRemoving}
        title="Remove the authenticator app?"
        description="Its codes do not work any more. Delete the entry in the app, too."
        yes="Remove"
        onYes={remove}
        onClose={() => setIsRemoving(false)}
      />
    </FactorRow>
  )
}
