import { z } from 'zod'
import { instant } from '../fields.ts'

/** The pages that one-time links open. */
const LINK_PAGES = { invite: '/accept-invite', reset: '/reset-password' } as const
const SETUP_PAGE = '/admin/setup'

/** An invitation to a new account, or the way back into one whose password is lost. */
export type LinkKind = keyof typeof LINK_PAGES

/** The hours a link is good for, unless it is used before. */
export const LINK_HOURS: Record<LinkKind, number> = { invite: 72, reset: 1 }

/**
 * The whole address of a link, as it is copied or mailed. `siteUrl` has no slash at its end. The token is the fragment,
 * which browsers send to nobody: it is in no log of a server or a proxy, and in no referrer.
 */
export const oneTimeUrl = (siteUrl: string, kind: LinkKind, token: string) =>
  `${siteUrl}${LINK_PAGES[kind]}#${token}`

/** The address that creates the first admin. */
export const setupUrl = (siteUrl: string, token: string) => `${siteUrl}${SETUP_PAGE}#${token}`

/** A link that works once. It is told this one time: only a hash of its token is stored. */
export const oneTimeLink = z.object({ url: z.string(), expires_at: instant })
export type OneTimeLink = z.infer<typeof oneTimeLink>

/** An invitation, and whether it went out by mail as well. `off`: the site has no mail server. */
export const inviteLink = oneTimeLink.extend({ mail: z.enum(['sent', 'failed', 'off']) })
export type InviteLink = z.infer<typeof inviteLink>
