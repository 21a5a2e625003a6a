import type { Role } from '@nightdesk/contracts'

/** What each role may do, in a few words. */
export const ROLE_RIGHTS: Record<Role, string> = {
  author: 'own articles',
  editor: 'all articles and analytics',
  admin: 'everything',
}
