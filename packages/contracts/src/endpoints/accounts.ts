import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant, namedInstant, refuse, requiredName, text } from '../fields.ts'
import { KEY_SCOPES, ROLES, USER_STATUSES } from '../rules/choices.ts'
import { MAX_USERNAME, MIN_PASSWORD, passwordProblem, USERNAME, usernameProblem } from '../rules/people.ts'
import { directionProblem, required } from '../rules/text.ts'

const LINK_PAGES = { setup: '/admin/setup', invite: '/accept-invite', reset: '/reset-password' } as const

/** The first admin, an invitation to a new account, or a reset of a lost password. */
export type LinkKind = keyof typeof LINK_PAGES

/** Hours until a link expires, unless it is used before. */
export const LINK_HOURS: Record<LinkKind, number> = { setup: 24, invite: 72, reset: 1 }

/**
 * The full address of a link. `siteUrl` has no slash at its end. The token is in the fragment, which browsers do not send:
 * no log of a server or proxy holds it, and no referrer.
 */
export const oneTimeUrl = (siteUrl: string, kind: LinkKind, token: string) =>
  `${siteUrl}${LINK_PAGES[kind]}#${token}`

/** A link that works once. Only this answer holds it: the database stores a hash of its token. */
export const oneTimeLink = z.object({ url: z.string(), expires_at: instant })
export type OneTimeLink = z.infer<typeof oneTimeLink>

/** An invitation, and whether it was mailed too. `off`: the site has no mail server. */
const inviteLink = oneTimeLink.extend({ mail: z.enum(['sent', 'failed', 'off']) })
export type InviteLink = z.infer<typeof inviteLink>

export const role = z.enum(ROLES)
const userStatus = z.enum(USER_STATUSES)

const usernameFrom = (clean: (typed: string) => string) =>
  z
    .string(required('Email'))
    .overwrite(clean)
    .superRefine(refuse(usernameProblem))
    .meta({ maxLength: MAX_USERNAME, pattern: USERNAME.source })
/** An account name is an e-mail address. */
export const username = usernameFrom((typed) => typed.trim())
/** Without breaks of width zero, which come along when an address is copied from a page. Nobody could type them to sign in. */
const withoutBreaks = (typed: string) => typed.replace(/[\u00AD\u200B\u2060\uFEFF]/g, '').trim()
/** Of a new account, or a new one of an old account. */
export const newUsername = usernameFrom(withoutBreaks).superRefine(
  refuse((typed) => directionProblem('Email', typed)),
)
export const fullName = requiredName('Full name', 200)

export const password = z
  .string(required('Password'))
  .superRefine(refuse(passwordProblem))
  .meta({ minLength: MIN_PASSWORD })

/** The password of the caller, to confirm a change. */
export const currentPassword = text('Password', 1024).min(1, 'Password is required')

const passkey = z
  .object({ id, name: z.string(), created_at: instant, last_used_at: instant.nullable() })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof passkey>

/** A key with which scripts call the API as its owner. */
const apiKey = z
  .object({
    id,
    name: z.string(),
    scope: z.enum(KEY_SCOPES),
    created_at: instant,
    /** Null for a key that works until it is revoked. */
    expires_at: instant.nullable(),
    last_used_at: instant.nullable(),
    /** Where it was used last: IPv4 whole, IPv6 cut to its /64. */
    last_used_from: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof apiKey>

/** What opens an account besides its password. Another password leaves it as it is. */
export const factors = z.object({
  passkeys: z.array(passkey),
  /** The authenticator app, if there is one. */
  totp: z.object({ created_at: instant }).nullable(),
  keys: z.array(apiKey),
})
export type Factors = z.infer<typeof factors>

const user = z
  .object({
    id,
    username: z.string(),
    full_name: z.string(),
    role,
    status: userStatus,
    last_logged_in: instant.nullable(),
    /** Has not chosen a password yet: the invitation is open or has expired. */
    is_invited: z.boolean(),
    /** Has a passkey or an authenticator app. */
    has_second_factor: z.boolean(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>

const confirmed = { access: 'admin', needsConfirmation: true } as const

export const users = {
  list: endpoint('GET /admin/users', {
    access: 'admin',
    needsPerson: true,
    summary: 'All accounts but deleted ones',
    output: z.array(user),
  }),
  create: endpoint('POST /admin/users', {
    ...confirmed,
    summary: 'Create an account, with a password or else with a one-time link to choose one',
    input: z.object({ username: newUsername, full_name: fullName, role, password: password.optional() }),
    // An account that was made without a password has an invitation.
    output: user.extend({ invite: inviteLink.nullable() }),
    status: 201,
  }),
  update: endpoint('PATCH /admin/users/:id', {
    ...confirmed,
    summary: 'Change an account',
    input: z.object({
      id,
      username: newUsername.optional(),
      full_name: fullName.optional(),
      role: role.optional(),
      status: userStatus.optional(),
    }),
    output: user,
  }),
  setStatus: endpoint('PATCH /admin/users/:id/status', {
    ...confirmed,
    summary: 'Enable or disable an account. Never the own one, never the last active admin',
    input: z.object({ id, status: userStatus }),
    output: user,
  }),
  inviteLink: endpoint('POST /admin/users/:id/invite-link', {
    ...confirmed,
    summary: 'Invite somebody again who has not chosen a password yet; links made before stop working',
    output: inviteLink,
    status: 201,
  }),
  resetLink: endpoint('POST /admin/users/:id/reset-link', {
    ...confirmed,
    summary:
      'Make a link with which somebody chooses a new password, to hand over in person, and list what else signs in as them',
    output: oneTimeLink.extend(factors.shape),
    status: 201,
  }),
  resetSecondFactor: endpoint('POST /admin/users/:id/reset-second-factor', {
    ...confirmed,
    summary:
      'Remove the passkeys, authenticator app and recovery codes of somebody who lost them. Never the own ones',
    output: user,
  }),
}

const profileFields = z.object({ username: z.string(), full_name: z.string(), role })
export type Profile = z.infer<typeof profileFields>

export const changePassword = z.object({
  current_password: currentPassword,
  new_password: password,
})

const session = z.object({
  id,
  browser: z.string(),
  system: z.string(),
  /** IPv4 whole, IPv6 cut to its /64. */
  network: z.string(),
  /** It was opened from the network of this call. */
  is_this_network: z.boolean(),
  created_at: instant,
  last_seen_at: instant,
  /** The session that made this call. */
  is_current: z.boolean(),
})
export type Session = z.infer<typeof session>

const own = { access: 'author', needsPerson: true } as const

export const profile = {
  get: endpoint('GET /admin/profile', {
    access: 'author',
    summary: 'The caller’s own profile',
    output: profileFields,
    isForEnrolment: true,
  }),
  update: endpoint('PATCH /admin/profile', {
    ...own,
    summary: 'Change the caller’s own profile; another email needs the password, and ends the other sessions',
    input: z.object({
      username: newUsername.optional(),
      full_name: fullName.optional(),
      /** Required to change the e-mail. */
      current_password: currentPassword.optional(),
    }),
    output: profileFields,
  }),
  changePassword: endpoint('POST /admin/profile/password', {
    ...own,
    summary: 'Change the own password; the calling session goes on, the others end',
    input: changePassword,
    reply: 'success',
  }),
  sessions: endpoint('GET /admin/profile/sessions', {
    ...own,
    summary: 'Where the caller is signed in: this session first, then by last use',
    output: z.array(session),
  }),
  endSession: endpoint('DELETE /admin/profile/sessions/:id', {
    ...own,
    summary: 'End one session of the caller',
    reply: 'success',
  }),
  endOtherSessions: endpoint('DELETE /admin/profile/sessions', {
    ...own,
    summary: 'End all sessions of the caller but the calling one',
    output: z.object({ ended: z.int() }),
  }),
}

/** Keys of one account. */
export const MAX_KEYS = 50

export const keys = {
  list: endpoint('GET /admin/profile/keys', {
    ...own,
    summary: 'The API keys of the caller, the newest first',
    output: z.array(apiKey),
  }),
  create: endpoint('POST /admin/profile/keys', {
    ...own,
    needsConfirmation: true,
    summary: 'Make an API key. Only this answer has it: the bearer token of a script',
    input: z.object({
      name: requiredName('Name', 100),
      scope: z.enum(KEY_SCOPES),
      expires_at: namedInstant('The end must be a date').optional(),
    }),
    output: apiKey.extend({ token: z.string() }),
    status: 201,
  }),
  revoke: endpoint('DELETE /admin/profile/keys/:id', {
    ...own,
    summary: 'Revoke an API key of the caller',
    reply: 'success',
  }),
}
