import { z } from 'zod'
import { instant } from './fields.ts'

/** What completes a sign-in after the password. */
export const FACTOR_METHODS = ['passkey', 'totp', 'recovery_code'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

/** The rest of a sign-in, in an error of the code `SECOND_FACTOR_REQUIRED`. */
export const pendingSignIn = z
  .object({
    /** For the call that completes it. */
    attempt: z.string(),
    expires_at: instant,
    methods: z.array(z.enum(FACTOR_METHODS)),
  })
  .meta({ id: 'PendingSignIn' })
export type PendingSignIn = z.infer<typeof pendingSignIn>
