import { useNavigate, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { nextPage } from '../auth/next-page.ts'
import { completeEnrolment } from '../auth/session.ts'
import { SignInCard } from '../auth/sign-in.tsx'
import { Loaded } from '../screen/loaded.tsx'
import { useSignOut } from '../sign-out.ts'
import { Factors } from './second-factors.tsx'

const TITLE = 'Set up a second factor'

/** Where somebody sets up the second factor that their role needs, before anything else. */
export function Enrol() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return (
    <SignInCard title={TITLE}>
      <Enrolment onDone={() => navigate(nextPage(search), { replace: true })} />
    </SignInCard>
  )
}

interface EnrolDialogProps {
  onDone(): void
  /** The dialog was closed without a second factor. */
  onClose(): void
}

/** The same over a page with unsaved changes, which stays mounted. */
export const EnrolDialog = ({ onDone, onClose }: EnrolDialogProps) => (
  <Dialog
    open
    isUnprompted
    width="text"
    title={TITLE}
    description="What you wrote is still here: you go on where you were."
    onClose={onClose}
    body={<Enrolment onDone={onDone} />}
  />
)

function Enrolment({ onDone }: Pick<EnrolDialogProps, 'onDone'>) {
  const status = api.secondFactors.get.useQuery({})
  const { passkeys = [], totp = null, is_required = true } = status.data ?? {}
  const isDone = passkeys.length > 0 || totp !== null || !is_required
  const signOut = useSignOut()
  function goOn() {
    completeEnrolment()
    onDone()
  }
  return (
    <>
      <p role="status" className="mb-4">
        {isDone
          ? 'You are all set.'
          : 'The admins of this site ask everybody in your role for a second factor. Choose one to go on.'}
      </p>
      <Loaded query={status} loading="Loading second factors...">
        {(factors) => <Factors status={factors} />}
      </Loaded>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={signOut}>
          Sign Out
        </Button>
        {isDone && (
          <Button variant="primary" size="lg" onClick={goOn}>
            Go On
          </Button>
        )}
      </div>
    </>
  )
}
