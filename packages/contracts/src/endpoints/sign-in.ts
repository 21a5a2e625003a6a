import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant, requiredName, requiredText } from '../fields.ts'
import { ROLES } from '../rules/choices.ts'
import { currentPassword, factors, fullName, newUsername, password, role, username } from './accounts.ts'

// The messages between a server and a passkey, in the JSON forms of WebAuthn Level 3 (section 5.1). Only what Nightdesk uses
// of the answers: other keys are dropped.

/** Bytes as base64url. Longest: an attestation object, which is small without an attestation. */
const bytes = (max: number) => z.base64url().min(1).max(max)

/** At most 1,023 bytes. */
const credentialId = bytes(1364)

const knownPasskey = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** For `navigator.credentials.create`. */
const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(knownPasskey),
})

/** For `navigator.credentials.get`. Without `allowCredentials`, the browser offers every passkey of the site. */
const passkeyRequest = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(knownPasskey).optional(),
})

const credential = <Response extends z.ZodRawShape>(response: Response) =>
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: bytes(4096), ...response }),
    clientExtensionResults: z.object({}),
  })

/** The answer to a `passkeyCreation`: a new passkey. */
const newPasskey = credential({
  attestationObject: bytes(16_384),
  transports: z.array(z.string().max(32)).max(10).optional(),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** The answer to a `passkeyRequest`: the signature of a passkey. */
const passkeyAnswer = credential({
  authenticatorData: bytes(4096),
  signature: bytes(8192),
  userHandle: bytes(128).optional(),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/** A signed attempt to sign in, or to add a factor. It works once, for ten minutes. */
const attempt = requiredText('Attempt', 2048)

/** The six digits of an authenticator app. People type spaces between them. */
const totpCode = z
  .string('Code is required')
  .transform((code) => code.replace(/\s/g, ''))
  .refine((code) => /^\d{6}$/.test(code), 'The code has six digits')

const recoveryCodes = z.array(z.string())

const passkeyName = requiredName('Name', 100)

const secondFactorStatus = factors.extend({
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

const own = { access: 'author', isForEnrolment: true, needsPerson: true } as const
const confirmed = { ...own, needsConfirmation: true } as const

export const secondFactors = {
  get: endpoint('GET /admin/profile/second-factors', {
    ...own,
    summary: 'The caller’s passkeys, authenticator app and number of recovery codes',
    output: secondFactorStatus,
  }),
  confirm: endpoint('POST /admin/profile/confirmation', {
    ...own,
    summary:
      'Prove with the password to be the owner of this session; what may be called with a recent proof only asks for it',
    input: z.object({ current_password: currentPassword }),
    reply: 'success',
  }),
  confirmationOptions: endpoint('POST /admin/profile/confirmation/passkey-options', {
    ...own,
    summary: 'What a browser needs to confirm with a passkey',
    output: z.object({ attempt: z.string(), options: passkeyRequest }),
  }),
  confirmWithPasskey: endpoint('POST /admin/profile/confirmation/passkey', {
    ...own,
    summary: 'Prove with a passkey to be the owner of this session',
    input: z.object({ attempt, passkey: passkeyAnswer }),
    reply: 'success',
  }),
  passkeyOptions: endpoint('POST /admin/profile/passkeys/options', {
    ...confirmed,
    summary: 'What a browser needs to make a passkey',
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
    reply: 'success',
  }),
  removePasskey: endpoint('DELETE /admin/profile/passkeys/:id', {
    ...confirmed,
    summary: 'Remove a passkey',
    reply: 'success',
  }),
  startTotp: endpoint('POST /admin/profile/totp/setup', {
    ...confirmed,
    summary: 'A new secret for an authenticator app, which its first code confirms',
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
    reply: 'success',
  }),
  renewRecoveryCodes: endpoint('POST /admin/profile/recovery-codes', {
    ...confirmed,
    summary: 'Ten new recovery codes; the ones before stop working',
    output: z.object({ recovery_codes: recoveryCodes }),
    status: 201,
  }),
  roles: endpoint('GET /admin/second-factor-roles', {
    access: 'admin',
    needsPerson: true,
    summary: 'The roles that must have a second factor',
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

const signedIn = z.object({
  token: z.string(),
  username: z.string(),
  full_name: z.string(),
  role,
  expires_at: instant,
})
export type SignedIn = z.infer<typeof signedIn>

const token = requiredText('Token', 200)

const ofStrangers = { access: 'public', needsPerson: true } as const
const signsIn = { ...ofStrangers, output: signedIn } as const

export const auth = {
  login: endpoint('POST /admin/login', {
    ...signsIn,
    summary:
      'Sign in; the token goes into the Authorization header as a bearer token. An account with a second factor gets ' +
      'SECOND_FACTOR_REQUIRED with an attempt, which one of the next calls completes',
    input: z.object({ username, password }),
  }),
  loginWithTotp: endpoint('POST /admin/login/totp', {
    ...signsIn,
    summary: 'Complete a sign-in with the code of an authenticator app; each code works once',
    input: z.object({ attempt, code: totpCode }),
  }),
  loginWithRecoveryCode: endpoint('POST /admin/login/recovery-code', {
    ...signsIn,
    summary: 'Complete a sign-in with a recovery code, which is used up',
    input: z.object({ attempt, recovery_code: requiredText('Recovery code', 100) }),
  }),
  passkeyOptions: endpoint('POST /admin/login/passkey-options', {
    ...ofStrangers,
    summary: 'What a browser needs to sign in with a passkey: alone, or to complete an attempt',
    input: z.object({ attempt: attempt.optional() }),
    output: z.object({ attempt: z.string(), options: passkeyRequest }),
  }),
  loginWithPasskey: endpoint('POST /admin/login/passkey', {
    ...signsIn,
    summary: 'Sign in with a passkey, alone or after the password',
    input: z.object({ attempt, passkey: passkeyAnswer }),
  }),
  logout: endpoint('POST /admin/logout', {
    access: 'author',
    needsPerson: true,
    summary: 'End the calling session',
    isForEnrolment: true,
  }),
  setup: endpoint('POST /admin/setup', {
    ...signsIn,
    summary: 'Create the first admin with the one-time link of the first start; gone once a user exists',
    input: z.object({ token, username: newUsername, full_name: fullName, password }),
    status: 201,
  }),
  readSetup: endpoint('POST /admin/setup-link', {
    ...ofStrangers,
    summary: 'Whether the one-time link of the first start can still be used',
    input: z.object({ token }),
    reply: 'success',
  }),
  readLink: endpoint('POST /admin/one-time-link', {
    ...ofStrangers,
    summary: 'Whose account a one-time link opens, while it can still be used',
    input: z.object({ kind: z.enum(['invite', 'reset']), token }),
    output: z.object({ username: z.string(), full_name: z.string(), expires_at: instant }),
  }),
  acceptInvite: endpoint('POST /admin/accept-invite', {
    ...signsIn,
    summary: 'Choose name and password by an invitation, and sign in',
    input: z.object({ token, full_name: fullName, password }),
  }),
  recovery: endpoint('GET /admin/forgot-password', {
    ...ofStrangers,
    summary: 'Whether this site can mail a link to who has lost the password',
    output: z.object({ by_mail: z.boolean() }),
  }),
  forgotPassword: endpoint('POST /admin/forgot-password', {
    ...ofStrangers,
    summary: 'Mail a reset link to the account with this e-mail; the answer is the same if there is none',
    input: z.object({ username }),
    reply: 'success',
  }),
  resetPassword: endpoint('POST /admin/reset-password', {
    ...ofStrangers,
    summary:
      'Choose a new password by a reset link; every session of the account ends. The answer lists what else signs in',
    input: z.object({ token, password }),
    output: factors,
    reply: 'data',
  }),
}
