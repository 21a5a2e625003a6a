import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { done, id, nothing, requiredText } from '../../fields.ts'
import { ROLES } from '../../rules/choices.ts'
import { currentPassword, factors, role } from '../users.ts'
import { newPasskey, passkeyAnswer, passkeyCreation, passkeyRequest } from './passkey-messages.ts'

/** A signed attempt to sign in, or to add a factor. It works once, for ten minutes. */
export const attempt = requiredText('Attempt', 2048)

/** The six digits of an authenticator app. People type spaces between them. */
export const totpCode = z
  .string('Code is required')
  .transform((code) => code.replace(/\s/g, ''))
  .refine((code) => /^\d{6}$/.test(code), 'The code has six digits')

export const recoveryCodes = z.array(z.string())

const passkeyName = requiredText('Name', 100)

export const secondFactorStatus = factors.extend({
  /** Unused recovery codes. */
  recovery_codes: z.int(),
  /** The role of the caller must have a second factor. */
  is_required: z.boolean(),
  /** Why passkeys cannot be used at the address of this site, in a sentence; null when they can. */
  passkey_problem: z.string().nullable(),
})
export type SecondFactorStatus = z.infer<typeof secondFactorStatus>

/** Recovery codes come with the first factor, and are not shown again; null with any other. */
const added = z.object({ recovery_codes: recoveryCodes.nullable() })

const own = { access: 'author', isForEnrolment: true } as const
const confirmed = { ...own, needsConfirmation: true } as const

export const secondFactors = {
  get: endpoint('GET /admin/profile/second-factors', {
    ...own,
    summary: 'The caller’s passkeys, authenticator app and number of recovery codes',
    input: nothing,
    output: secondFactorStatus,
  }),
  confirm: endpoint('POST /admin/profile/confirmation', {
    ...own,
    summary:
      'Prove with the password to be the owner of this session; what may be called with a recent proof only asks for it',
    input: z.object({ current_password: currentPassword }),
    output: done,
    reply: 'success',
  }),
  confirmationOptions: endpoint('POST /admin/profile/confirmation/passkey-options', {
    ...own,
    summary: 'What a browser needs to confirm with a passkey',
    input: nothing,
    output: z.object({ attempt: z.string(), options: passkeyRequest }),
  }),
  confirmWithPasskey: endpoint('POST /admin/profile/confirmation/passkey', {
    ...own,
    summary: 'Prove with a passkey to be the owner of this session',
    input: z.object({ attempt, passkey: passkeyAnswer }),
    output: done,
    reply: 'success',
  }),
  passkeyOptions: endpoint('POST /admin/profile/passkeys/options', {
    ...confirmed,
    summary: 'What a browser needs to make a passkey',
    input: nothing,
    output: z.object({ attempt: z.string(), options: passkeyCreation }),
  }),
  addPasskey: endpoint('POST /admin/profile/passkeys', {
    ...own,
    summary: 'Add a passkey, for an attempt of the call above',
    input: z.object({ attempt, name: passkeyName, passkey: newPasskey }),
    output: added,
    status: 201,
  }),
  renamePasskey: endpoint('PATCH /admin/profile/passkeys/:id', {
    ...own,
    summary: 'Rename a passkey',
    input: z.object({ id, name: passkeyName }),
    output: done,
    reply: 'success',
  }),
  removePasskey: endpoint('DELETE /admin/profile/passkeys/:id', {
    ...confirmed,
    summary: 'Remove a passkey',
    input: z.object({ id }),
    output: done,
    reply: 'success',
  }),
  startTotp: endpoint('POST /admin/profile/totp/setup', {
    ...confirmed,
    summary: 'A new secret for an authenticator app, which its first code confirms',
    input: nothing,
    output: z.object({
      attempt: z.string(),
      /** Base32, to be typed. */
      secret: z.string(),
      /** `otpauth://`, for a QR code. */
      url: z.string(),
    }),
  }),
  addTotp: endpoint('POST /admin/profile/totp', {
    ...own,
    summary: 'Add an authenticator app, with its first code',
    input: z.object({ attempt, code: totpCode }),
    output: added,
    status: 201,
  }),
  removeTotp: endpoint('DELETE /admin/profile/totp', {
    ...confirmed,
    summary: 'Remove the authenticator app',
    input: nothing,
    output: done,
    reply: 'success',
  }),
  renewRecoveryCodes: endpoint('POST /admin/profile/recovery-codes', {
    ...confirmed,
    summary: 'Ten new recovery codes; the ones before stop working',
    input: nothing,
    output: z.object({ recovery_codes: recoveryCodes }),
    status: 201,
  }),
  roles: endpoint('GET /admin/second-factor-roles', {
    access: 'admin',
    summary: 'The roles that must have a second factor',
    input: nothing,
    output: z.object({ roles: z.array(role) }),
  }),
  setRoles: endpoint('PUT /admin/second-factor-roles', {
    access: 'admin',
    needsConfirmation: true,
    summary:
      'Choose the roles that must have a second factor; members without one set it up before anything else',
    input: z.object({ roles: z.array(role).max(ROLES.length) }),
    output: z.object({ roles: z.array(role) }),
  }),
}
