import { z } from 'zod'

// The messages between a server and a passkey, in the JSON forms of WebAuthn Level 3 (section 5.1). Only what Nightdesk uses
// of the answers: other keys are dropped.

/** Bytes as base64url. Longest: an attestation object, which is small without an attestation. */
const bytes = (max: number) => z.base64url().min(1).max(max)

/** At most 1,023 bytes. */
const credentialId = bytes(1364)
const transports = z.array(z.string().max(32)).max(10)

const knownPasskey = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** For `navigator.credentials.create`. */
export const passkeyCreation = z.object({
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
export const passkeyRequest = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(knownPasskey).optional(),
})

/** The answer to a `passkeyCreation`: a new passkey. */
export const newPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: transports.optional(),
  }),
  clientExtensionResults: z.object({}),
})
export type NewPasskey = z.infer<typeof newPasskey>

/** The answer to a `passkeyRequest`: the signature of a passkey. */
export const passkeyAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(8192),
    userHandle: bytes(128).optional(),
  }),
  clientExtensionResults: z.object({}),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>
