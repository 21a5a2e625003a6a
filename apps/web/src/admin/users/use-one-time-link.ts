import type { LinkKind, User } from '@nightdesk/contracts'
import { api } from '../../api.ts'

/** Creates a one-time link for an account: an invitation until it is accepted, then a password reset. */
export function useOneTimeLink({ id, is_invited }: User) {
  const invite = api.users.inviteLink.useMutation({
    meta: { failure: { title: 'Failed to make an invite link' } },
  })
  const reset = api.users.resetLink.useMutation({
    meta: { failure: { title: 'Failed to make a reset link' } },
  })
  const kind: LinkKind = is_invited ? 'invite' : 'reset'
  const maker = is_invited ? invite : reset
  return {
    kind,
    make: () => maker.mutate({ id }),
    link: maker.data,
    /** What signs in besides the password that the link resets. */
    factors: is_invited ? undefined : reset.data,
    /** Removes the link from memory, its only copy. */
    forget: () => maker.reset(),
    isMaking: maker.isPending,
  }
}
