import { z } from 'zod'
import { instant } from '../fields.ts'

/** The pages that one-time links open. */
const LINK_PAGES = { invite: '/accept-invite', reset: '/reset-password' } as const
const SETUP_PAGE = '/admin/setup'

/** An invitation to a new account, or a reset of a lost password. */
export type LinkKind = keyof typeof LINK_PAGES

/** Hours until a link expires, unless it is used before. */
export const LINK_HOURS: Record<LinkKind, number> = { invite: 72, reset: 1 }

/**
 * The full address of a link. `siteUrl` has no slash at its end. The token is in the fragment, which browsers do not send:
 * no log of a server or proxy holds it, and no referrer.
 */
export const oneTimeUrl = (siteUrl: string, kind: LinkKind, token: string) =>
  `${siteUrl}${LINK_PAGES[kind]}#${token}`

/** The address that creates the first admin. */
export const setupUrl = (siteUrl: string, token: string) => `${siteUrl}${SETUP_PAGE}#${token}`

/** A link that works once. Only this answer holds it: the database stores a hash of its token. */
export const oneTimeLink = z.object({ url: z.string(), expires_at: instant })
export type OneTimeLink = z.infer<typeof oneTimeLink>

/** An invitation, and whether it was mailed too. `off`: the site has no mail server. */
export const inviteLink = oneTimeLink.extend({ mail: z.enum(['sent', 'failed', 'off']) })
export type InviteLink = z.infer<typeof inviteLink>
