import { createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError } from '@nightdesk/config'
import { ignoreExisting, ignoreMissing, makeDirectory } from '@nightdesk/storage'
import {
  CompactEncrypt,
  compactDecrypt,
  decodeProtectedHeader,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { Env } from './env.ts'

export interface SigningSecrets {
  current: Uint8Array
  /** The previous key. While keys change, its tokens are valid until they expire. */
  previous: Uint8Array | null
}

/**
 * The keys that sign tokens: the given ones, or one that is made at the first start and stored in the data directory as
 * `jwt.key`. An operator who renames it to `jwt.previous.key` makes it the previous key, and a new one is made.
 * @throws SettingsError when one of them is damaged
 */
export async function signingSecrets({
  JWT_SECRET,
  JWT_SECRET_PREVIOUS,
  DATA_DIR,
}: Pick<Env, 'DATA_DIR' | 'JWT_SECRET' | 'JWT_SECRET_PREVIOUS'>): Promise<SigningSecrets> {
  const previous = JWT_SECRET_PREVIOUS
    ? new TextEncoder().encode(JWT_SECRET_PREVIOUS)
    : await readKey(join(DATA_DIR, 'jwt.previous.key'))
  if (JWT_SECRET) return { current: new TextEncoder().encode(JWT_SECRET), previous }
  await makeDirectory(DATA_DIR)
  const path = join(DATA_DIR, 'jwt.key')
  const current = (await readKey(path)) ?? (await makeKey(path))
  return { current, previous }
}

/**
 * The key appears under its name when it is whole. Of processes that start at once, one sets it, and the others read it: a
 * link, unlike a rename, never replaces a file.
 */
async function makeKey(path: string): Promise<Uint8Array> {
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, path).catch(ignoreExisting)
  } finally {
    await rm(draft, { force: true })
  }
  const key = await readKey(path)
  if (!key) throw new Error(`${path} was deleted`)
  return key
}

/** Null when the file does not exist. */
async function readKey(path: string): Promise<Uint8Array | null> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing)
  if (text === undefined) return null
  const secret = Buffer.from(text, 'base64')
  if (secret.length < 32)
    throw new SettingsError([`${path} is damaged: delete it to sign everybody out and make a new one`])
  return secret
}

/** A key for another purpose. It reveals nothing about the secret or other keys. */
export const deriveKey = (secret: Uint8Array, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `nightdesk ${purpose}`, 32)))

const ISSUER = 'nightdesk'
const AUDIENCE = 'nightdesk-admin'

/** Signs and checks JWTs (HS256) of one type. While keys change, tokens of the previous key are accepted too. */
export function createSigner({ current, previous }: SigningSecrets, type: string) {
  const keys = new Map(previous && [[keyId(previous), previous]])
  keys.set(keyId(current), current)
  return {
    sign(claims: JWTPayload, subject: number | null, expiresAt: Date): Promise<string> {
      const token = new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: type, kid: keyId(current) })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
      if (subject !== null) token.setSubject(String(subject))
      return token.sign(current)
    },
    /** The claims of a valid token of this type, else null. */
    async read(token: string): Promise<JWTPayload | null> {
      const options = { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE, typ: type }
      const keyOf = ({ kid = '' }: { kid?: string }) => {
        const key = keys.get(kid)
        if (!key) throw new Error('A token of another key')
        return key
      }
      const verified = await jwtVerify(token, keyOf, options).catch(() => null)
      return verified?.payload ?? null
    },
  }
}

/** Identifies a key without revealing it. */
const keyId = (secret: Uint8Array) => createHash('sha256').update(secret).digest('base64url').slice(0, 8)

/**
 * Encrypts short texts that are stored in the database, so that the database alone does not reveal them: AES-256-GCM, with a key
 * derived from the signing secret. While keys change, the previous key decrypts too.
 */
export function createEncryption({ current, previous }: SigningSecrets, purpose: string) {
  const keys = new Map(previous && [[keyId(previous), deriveKey(previous, purpose)]])
  const currentKey = deriveKey(current, purpose)
  keys.set(keyId(current), currentKey)
  return {
    /** @returns a JWE in its compact form */
    encrypt: (text: string) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: keyId(current) })
        .encrypt(currentKey),
    /** Null for a text that was encrypted with a key that this site no longer has. */
    async decrypt(jwe: string): Promise<string | null> {
      const key = keys.get(kidOf(jwe))
      if (!key) return null
      const { plaintext } = await compactDecrypt(jwe, key)
      return new TextDecoder().decode(plaintext)
    },
    /** Whether a text was encrypted with the previous key. */
    isOutdated: (jwe: string) => kidOf(jwe) !== keyId(current),
  }
}

const kidOf = (jwe: string): string => decodeProtectedHeader(jwe).kid ?? ''

interface TokenClaims {
  user_id: number
  /** The random session id. The database stores only its hash. */
  session: string
  expires_at: string
}

/** A JWT that names a session; the database row decides whether it is valid. */
export function createTokens(secrets: SigningSecrets) {
  const signer = createSigner(secrets, 'at+jwt')
  return {
    sign: ({ user_id, session, expires_at }: TokenClaims) =>
      signer.sign({ sid: session }, user_id, new Date(expires_at)),
    /** The session id of a valid token of ours, else null. */
    async read(token: string): Promise<string | null> {
      const session = (await signer.read(token))?.sid
      return typeof session === 'string' ? session : null
    },
  }
}

interface ExportLink {
  export_id: number
  /** The session that made the link, which ends with it. */
  session_id: Buffer
}

/** Tokens that download an export. Nothing about them is stored: a link to a deleted export finds nothing. */
export function createExportLinks(secrets: SigningSecrets) {
  const signer = createSigner(secrets, 'export+jwt')
  return {
    sign: ({ export_id, session_id }: ExportLink, expires_at: string) =>
      signer.sign({ export_id, sid: session_id.toString('base64url') }, null, new Date(expires_at)),
    /** Null for a token that has expired, or is none of ours. */
    async read(token: string): Promise<ExportLink | null> {
      const claims = await signer.read(token)
      return (
        claims && {
          export_id: Number(claims.export_id),
          session_id: Buffer.from(String(claims.sid), 'base64url'),
        }
      )
    },
  }
}
