import { useNavigate, useSearchParams } from 'react-router'
import { api, explain } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { nextPage } from '../auth/next-page.ts'
import { SignInCard } from '../auth/sign-in-card.tsx'
import { useSignOut } from '../navigation/use-sign-out.ts'
import { Factors } from './second-factors.tsx'

/** Where somebody sets up the second factor that their role needs, before anything else. */
export function Enrol() {
  const status = api.secondFactors.get.useQuery({})
  const hasFactor = status.data && (status.data.passkeys.length > 0 || status.data.totp !== null)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const signOut = useSignOut()
  return (
    <SignInCard title="Set up a second factor">
      <p role="status" className="mb-4">
        {hasFactor
          ? 'You are all set.'
          : 'The admins of this site ask everybody in your role for a second factor. Choose one to go on.'}
      </p>
      {status.isPending && <Loading label="Loading second factors..." />}
      {status.isError && <ErrorState message={explain(status.error)} onRetry={() => status.refetch()} />}
      {status.data && <Factors status={status.data} />}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={signOut}>
          Sign Out
        </Button>
        {hasFactor && (
          <Button size="lg" onClick={() => navigate(nextPage(search), { replace: true })}>
            Go On
          </Button>
        )}
      </div>
    </SignInCard>
  )
}
