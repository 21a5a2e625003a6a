import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, instant, nothing, requiredText } from '../fields.ts'
import { passkeyAnswer, passkeyRequest } from './second-factors/passkey-messages.ts'
import { attempt, totpCode } from './second-factors/second-factors.ts'
import { factors, fullName, password, role, username } from './users.ts'

export const signedIn = z.object({
  token: z.string(),
  username: z.string(),
  full_name: z.string(),
  role,
  expires_at: instant,
})
export type SignedIn = z.infer<typeof signedIn>

const token = requiredText('Token', 200)

export const auth = {
  login: endpoint('POST /admin/login', {
    access: 'public',
    summary:
      'Sign in; the token goes into the Authorization header as a bearer token. An account with a second factor gets ' +
      'SECOND_FACTOR_REQUIRED with an attempt, which one of the next calls completes',
    input: z.object({ username, password }),
    output: signedIn,
  }),
  loginWithTotp: endpoint('POST /admin/login/totp', {
    access: 'public',
    summary: 'Complete a sign-in with the code of an authenticator app; each code works once',
    input: z.object({ attempt, code: totpCode }),
    output: signedIn,
  }),
  loginWithRecoveryCode: endpoint('POST /admin/login/recovery-code', {
    access: 'public',
    summary: 'Complete a sign-in with a recovery code, which is used up',
    input: z.object({ attempt, recovery_code: requiredText('Recovery code', 100) }),
    output: signedIn,
  }),
  passkeyOptions: endpoint('POST /admin/login/passkey-options', {
    access: 'public',
    summary: 'What a browser needs to sign in with a passkey: alone, or to complete an attempt',
    input: z.object({ attempt: attempt.optional() }),
    output: z.object({ attempt: z.string(), options: passkeyRequest }),
  }),
  loginWithPasskey: endpoint('POST /admin/login/passkey', {
    access: 'public',
    summary: 'Sign in with a passkey, alone or after the password',
    input: z.object({ attempt, passkey: passkeyAnswer }),
    output: signedIn,
  }),
  logout: endpoint('POST /admin/logout', {
    access: 'author',
    summary: 'End the calling session',
    input: nothing,
    output: done,
    reply: 'empty',
    isForEnrolment: true,
  }),
  setup: endpoint('POST /admin/setup', {
    access: 'public',
    summary: 'Create the first admin with the one-time link of the first start; gone once a user exists',
    input: z.object({ token, username, full_name: fullName, password }),
    output: signedIn,
    status: 201,
  }),
  readSetup: endpoint('POST /admin/setup-link', {
    access: 'public',
    summary: 'Whether the one-time link of the first start can still be used',
    input: z.object({ token }),
    output: done,
    reply: 'success',
  }),
  readLink: endpoint('POST /admin/one-time-link', {
    access: 'public',
    summary: 'Whose account a one-time link opens, while it can still be used',
    input: z.object({ kind: z.enum(['invite', 'reset']), token }),
    output: z.object({ username: z.string(), full_name: z.string(), expires_at: instant }),
  }),
  acceptInvite: endpoint('POST /admin/accept-invite', {
    access: 'public',
    summary: 'Choose name and password by an invitation, and sign in',
    input: z.object({ token, full_name: fullName, password }),
    output: signedIn,
  }),
  recovery: endpoint('GET /admin/forgot-password', {
    access: 'public',
    summary: 'Whether this site can mail a link to who has lost the password',
    input: nothing,
    output: z.object({ by_mail: z.boolean() }),
  }),
  forgotPassword: endpoint('POST /admin/forgot-password', {
    access: 'public',
    summary: 'Mail a reset link to the account with this e-mail; the answer is the same if there is none',
    input: z.object({ username }),
    output: done,
    reply: 'success',
  }),
  resetPassword: endpoint('POST /admin/reset-password', {
    access: 'public',
    summary:
      'Choose a new password by a reset link; every session of the account ends. The answer lists what else signs in',
    input: z.object({ token, password }),
    output: factors,
    reply: 'data',
  }),
}
