import type { LinkKind, User } from '@nightdesk/contracts'
import { api } from '../../api.ts'

/** Makes the link that fits an account: another invitation until it is accepted, then one to reset the password. */
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
    /** The link is not kept anywhere, so this is the end of it. */
    forget: () => maker.reset(),
    isMaking: maker.isPending,
  }
}
