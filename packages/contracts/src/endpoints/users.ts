import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant, refuse, requiredText, text } from '../fields.ts'
import {
  MAX_USERNAME,
  MIN_PASSWORD,
  passwordProblem,
  USERNAME,
  usernameProblem,
} from '../rules/account-rules.ts'
import { ROLES, USER_STATUSES } from '../rules/choices.ts'
import { inviteLink, oneTimeLink } from '../rules/one-time-links.ts'
import { required } from '../rules/text-rules.ts'

export const role = z.enum(ROLES)
export const userStatus = z.enum(USER_STATUSES)

/** An account name is an e-mail address. */
export const username = z
  .string(required('Email'))
  .trim()
  .superRefine(refuse(usernameProblem))
  .meta({ maxLength: MAX_USERNAME, pattern: USERNAME.source })
export const fullName = requiredText('Full name', 200)

export const password = z
  .string(required('Password'))
  .superRefine(refuse(passwordProblem))
  .meta({ minLength: MIN_PASSWORD })

/** The password of the caller, to confirm a change. */
export const currentPassword = text('Password', 1024).min(1, 'Password is required')

export const passkey = z
  .object({ id, name: z.string(), created_at: instant, last_used_at: instant.nullable() })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof passkey>

/** What signs in to an account besides its password. Another password leaves it as it is. */
export const factors = z.object({
  passkeys: z.array(passkey),
  /** The authenticator app, if there is one. */
  totp: z.object({ created_at: instant }).nullable(),
})
export type Factors = z.infer<typeof factors>

export const user = z
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

/** A new account. One that was made without a password has an invitation. */
export const createdUser = user.extend({ invite: inviteLink.nullable() })

export const users = {
  list: endpoint('GET /admin/users', {
    access: 'admin',
    summary: 'All accounts but deleted ones',
    input: z.object({}),
    output: z.array(user),
  }),
  create: endpoint('POST /admin/users', {
    access: 'admin',
    needsConfirmation: true,
    summary: 'Create an account, with a password or else with a one-time link to choose one',
    input: z.object({ username, full_name: fullName, role, password: password.optional() }),
    output: createdUser,
    status: 201,
  }),
  update: endpoint('PATCH /admin/users/:id', {
    access: 'admin',
    needsConfirmation: true,
    summary: 'Change an account',
    input: z.object({
      id,
      username: username.optional(),
      full_name: fullName.optional(),
      role: role.optional(),
      status: userStatus.optional(),
    }),
    output: user,
  }),
  setStatus: endpoint('PATCH /admin/users/:id/status', {
    access: 'admin',
    needsConfirmation: true,
    summary: 'Enable or disable an account. Never the own one, never the last active admin',
    input: z.object({ id, status: userStatus }),
    output: user,
  }),
  inviteLink: endpoint('POST /admin/users/:id/invite-link', {
    access: 'admin',
    needsConfirmation: true,
    summary: 'Invite somebody again who has not chosen a password yet; links made before stop working',
    input: z.object({ id }),
    output: inviteLink,
    status: 201,
  }),
  resetLink: endpoint('POST /admin/users/:id/reset-link', {
    access: 'admin',
    needsConfirmation: true,
    summary:
      'Make a link with which somebody chooses a new password, to hand over in person, and list what else signs in as them',
    input: z.object({ id }),
    output: oneTimeLink.extend(factors.shape),
    status: 201,
  }),
  resetSecondFactor: endpoint('POST /admin/users/:id/reset-second-factor', {
    access: 'admin',
    needsConfirmation: true,
    summary:
      'Remove the passkeys, authenticator app and recovery codes of somebody who lost them. Never the own ones',
    input: z.object({ id }),
    output: user,
  }),
}
