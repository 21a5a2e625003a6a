import type { User } from '@nightdesk/contracts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FactorList } from '../auth/factor-list.tsx'
import { OneTimeLinkNotice } from './one-time-link-notice.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'

interface UserActionsProps {
  user: User
  isSelf: boolean
  /** Whether a change of the user is pending. */
  isPending: boolean
  onToggle(): void
}

/** Actions for an account; none for the user's own. */
export function UserActions({ user, isSelf, isPending, onToggle }: UserActionsProps) {
  const { kind, make, link, factors, forget, isMaking } = useOneTimeLink(user)
  const isActive = user.status === 'active'
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="secondary"
        disabled={isSelf}
        isBusy={isPending}
        title={isSelf ? 'You cannot disable your own account' : undefined}
        onClick={onToggle}
      >
        {isActive ? 'Disable' : 'Enable'}
      </Button>
      {isActive && !isSelf && (
        <Button size="sm" variant="secondary" isBusy={isMaking} onClick={make}>
          {kind === 'invite' ? 'New Invite Link' : 'Reset Link'}
        </Button>
      )}
      {user.has_second_factor && !isSelf && <ResetSecondFactor user={user} />}
      <Dialog
        open={link !== undefined}
        title={kind === 'invite' ? 'A new invitation' : 'A way to a new password'}
        description={`For ${user.full_name}. Links made before do not work any more.`}
        onClose={forget}
      >
        {link && <OneTimeLinkNotice kind={kind} username={user.username} link={link} />}
        {factors && user.has_second_factor && (
          <div className="flex w-full flex-col items-start gap-3 border-t border-line pt-3">
            <p>
              A new password leaves these as they are. Whoever had the old one may have added some of them.
            </p>
            <FactorList factors={factors} />
            <ResetSecondFactor user={user} />
          </div>
        )}
        <Button variant="secondary" onClick={forget}>
          Done
        </Button>
      </Dialog>
    </div>
  )
}
