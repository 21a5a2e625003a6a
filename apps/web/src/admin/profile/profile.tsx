import { explain } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useCurrentUser } from '../screen/current-user.ts'
import { Page } from '../screen/page.tsx'
import { SecondFactors } from '../second-factors/second-factors.tsx'
import { SwitchCard } from '../shortcuts/switch-card.tsx'
import { ChangePassword } from './change-password.tsx'
import { ProfileInformation } from './profile-information.tsx'
import { Sessions } from './sessions.tsx'

export function Profile() {
  const user = useCurrentUser()
  return (
    <Page title="Profile">
      {user.data ? (
        <ProfileInformation profile={user.data} />
      ) : (
        <Card title="Profile Information">
          {user.isPending && <Loading label="Loading profile..." />}
          {user.isError && <ErrorState message={explain(user.error)} onRetry={() => user.refetch()} />}
        </Card>
      )}
      <ChangePassword />
      <SecondFactors />
      <Sessions />
      <SwitchCard
        name="shortcuts"
        title="Keyboard Shortcuts"
        label="Single-key shortcuts"
        hint="Press ? on any screen to see them. Kept in this browser."
      />
      <SwitchCard
        name="punctuation"
        title="Typing"
        label="Smart punctuation"
        hint="Sets curly quotes, dashes and ellipses as you type. Kept in this browser."
      />
    </Page>
  )
}
