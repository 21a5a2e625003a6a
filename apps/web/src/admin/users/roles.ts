import type { Role } from '@nightdesk/contracts'

/** A short description of each role's rights. */
export const ROLE_RIGHTS: Record<Role, string> = {
  author: 'own articles',
  editor: 'all articles and analytics',
  admin: 'everything',
}
