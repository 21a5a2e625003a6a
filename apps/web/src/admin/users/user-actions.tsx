import type { User } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FactorList } from '../auth/factor-list.tsx'
import { OneTimeLinkNotice } from './one-time-link-notice.tsx'
import { ResetSecondFactor } from './reset-second-factor.tsx'

interface UserActionsProps {
  user: User
  isSelf: boolean
  /** Whether a change of the user is pending. */
  isPending: boolean
  onToggle(): void
}

/** Actions for an account; none for the user's own. */
export function UserActions({ user, isSelf, isPending, onToggle }: UserActionsProps) {
  const invite = api.users.inviteLink.useMutation({
    meta: { failure: { title: 'Failed to make an invite link' } },
  })
  const reset = api.users.resetLink.useMutation({
    meta: { failure: { title: 'Failed to make a reset link' } },
  })
  const { id, is_invited } = user
  const kind = is_invited ? 'invite' : 'reset'
  const maker = is_invited ? invite : reset
  const link = maker.data
  // The only copy of the link goes.
  const forget = () => maker.reset()
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
        <Button size="sm" variant="secondary" isBusy={maker.isPending} onClick={() => maker.mutate({ id })}>
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
        {reset.data && user.has_second_factor && (
          <div className="flex w-full flex-col items-start gap-3 border-t border-line pt-3">
            <p>
              A new password leaves these as they are. Whoever had the old one may have added some of them.
            </p>
            <FactorList factors={reset.data} />
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
