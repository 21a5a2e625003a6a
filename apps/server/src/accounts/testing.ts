import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { AppError, NewPasskey, PasskeyAnswer, PendingSignIn } from '@nightdesk/contracts'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { TOTP } from 'otpauth'
import type { Context, CurrentUser } from '../context.ts'
import { contextOf, createCaller, createUser, dependencies } from '../testing.ts'

/** A site where passkeys can be used. */
export const site = { ...dependencies.site, url: 'https://stories.example' }

const RP_ID = 'stories.example'
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const NEW_PASSKEY = 0x40

interface AuthenticatorOptions {
  /** The address that the browser shows. */
  origin?: string
  /** The domain that it signs for. */
  rpId?: string
  /** Has a fingerprint reader or a PIN. */
  isVerifying?: boolean
  /** What it says to have been asked for. */
  type?: 'webauthn.create' | 'webauthn.get'
  /** The number of signatures that it tells. */
  count?: number
  /** Signs by another key. */
  isForged?: boolean
}

/** A software authenticator with one passkey (ES256), which counts its signatures. */
export function createAuthenticator(options: AuthenticatorOptions = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const common = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  let signed = 0

  const clientData = (challenge: string, type: string, { origin = site.url }: AuthenticatorOptions) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (
    flags: number,
    { rpId = RP_ID, isVerifying = true, count = signed }: AuthenticatorOptions,
  ) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const rpIdHash = createHash('sha256').update(rpId).digest()
    const verified = isVerifying ? USER_VERIFIED : 0
    return Buffer.concat([rpIdHash, Buffer.from([USER_PRESENT | verified | flags]), counter])
  }

  return {
    create({ challenge }: { challenge: string }): NewPasskey {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
      // EC2, ES256, P-256 (RFC 9053)
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]) // prettier-ignore
      const length = Buffer.from([0, credentialId.length])
      const coseKey = isoCBOR.encode(key)
      const authData = Buffer.concat([
        authenticatorData(NEW_PASSKEY, options),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey,
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      const attestationObject = Buffer.from(isoCBOR.encode(attestation as Map<string, string>)) // its type names no nested values
      return {
        ...common,
        response: {
          clientDataJSON: clientData(challenge, 'webauthn.create', options).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** @param otherwise what differs from the authenticator at this use */
    get({ challenge }: { challenge: string }, otherwise: AuthenticatorOptions = {}): PasskeyAnswer {
      signed++
      const { isForged, type = 'webauthn.get', ...rest } = { ...options, ...otherwise }
      const data = authenticatorData(0, rest)
      const client = clientData(challenge, type, rest)
      const message = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const key = isForged ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : privateKey
      return {
        ...common,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', message, key).toString('base64url'),
        },
      }
    },
  }
}

/** Whether an endpoint, other than the reads before a sign-in, is about second factors. */
export const isAboutFactors = (path: string) =>
  /^(secondFactors\.|auth\.loginWith|users\.resetSecondFactor$)/.test(path)

/** The code of an authenticator app, `steps` of 30 seconds from now. */
export const codeOf = (secret: string, now: Context['now'] = dependencies.now, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.parse(now()) + steps * 30_000 })

export const password = 'correct horse'
export const password_hash = await dependencies.passwords.hash(password)

let networks = 0
/** A caller from a new network, by default a stranger. */
export const from = (user: CurrentUser | null = null, overrides: Partial<Context> = {}) =>
  createCaller(contextOf(user, { site, ip_prefix: `198.51.100.${networks++}`, ...overrides }))

export async function withTotp() {
  const user = await createUser({ password_hash })
  return { user, ...(await addTotp(user)) }
}

export async function addTotp(user: CurrentUser, overrides: Partial<Context> = {}) {
  const account = from(user, overrides).secondFactors
  const { attempt, secret } = await account.startTotp({})
  const code = codeOf(secret)
  const { recovery_codes } = await account.addTotp({ attempt, code })
  return { secret, code, recovery_codes: recovery_codes ?? [] }
}

export async function withPasskey() {
  const user = await createUser({ password_hash })
  const passkey = createAuthenticator()
  return { user, passkey, recovery_codes: await addPasskey(user, passkey) }
}

export async function addPasskey(
  user: CurrentUser,
  passkey = createAuthenticator(),
  overrides: Partial<Context> = {},
): Promise<string[]> {
  const account = from(user, overrides).secondFactors
  const { attempt, options } = await account.passkeyOptions({})
  const answer = { attempt, name: 'Laptop', passkey: passkey.create(options) }
  return (await account.addPasskey(answer)).recovery_codes ?? []
}

/** Signs in with the password of an account that has a second factor. @returns the rest of the sign-in */
export async function login(
  { username }: CurrentUser,
  overrides: Partial<Context> = {},
): Promise<PendingSignIn> {
  const answer = await from(null, overrides)
    .auth.login({ username, password })
    .catch((error: AppError) => error)
  if ('sign_in' in answer && answer.sign_in) return answer.sign_in
  throw answer instanceof Error ? answer : new Error('It signed in without a second factor')
}
