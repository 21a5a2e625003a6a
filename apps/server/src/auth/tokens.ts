import { createHash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { SigningSecrets } from '../secret.ts'

const ISSUER = 'nightdesk'
const AUDIENCE = 'nightdesk-admin'
const TYPE = 'at+jwt'

interface TokenClaims {
  user_id: number
  /** The random session id. The database stores only its hash. */
  session: string
  expires_at: string
}

export interface Tokens {
  sign(claims: TokenClaims): Promise<string>
  /** The session id of a valid token of ours, else null. */
  read(token: string): Promise<string | null>
}

/**
 * A JWT (HS256) that names a session; the database row decides whether it is valid. While keys change, tokens of the
 * previous key are accepted too.
 */
export function createTokens({ current, previous }: SigningSecrets): Tokens {
  const keys = new Map(previous && [[keyId(previous), previous]])
  keys.set(keyId(current), current)
  return {
    sign: ({ user_id, session, expires_at }) =>
      new SignJWT({ sid: session })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: keyId(current) })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(String(user_id))
        .setIssuedAt()
        .setExpirationTime(new Date(expires_at))
        .sign(current),
    async read(token) {
      const options = { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE, typ: TYPE }
      const keyOf = ({ kid = '' }: { kid?: string }) => {
        const key = keys.get(kid)
        if (!key) throw new Error('A token of another key')
        return key
      }
      const verified = await jwtVerify(token, keyOf, options).catch(() => null)
      const session = verified?.payload.sid
      return typeof session === 'string' ? session : null
    },
  }
}

/** Identifies a key without revealing it. */
const keyId = (secret: Uint8Array) => createHash('sha256').update(secret).digest('base64url').slice(0, 8)
