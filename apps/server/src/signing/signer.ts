import { createHash } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { SigningSecrets } from '../secret.ts'

const ISSUER = 'nightdesk'
const AUDIENCE = 'nightdesk-admin'

interface Signer {
  sign(claims: JWTPayload, subject: number | null, expiresAt: Date): Promise<string>
  /** The claims of a valid token of this type, else null. */
  read(token: string): Promise<JWTPayload | null>
}

/** Signs and checks JWTs (HS256) of one type. While keys change, tokens of the previous key are accepted too. */
export function createSigner({ current, previous }: SigningSecrets, type: string): Signer {
  const keys = new Map(previous && [[keyId(previous), previous]])
  keys.set(keyId(current), current)
  return {
    sign(claims, subject, expiresAt) {
      const token = new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: type, kid: keyId(current) })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt()
        .setExpirationTime(expiresAt)
      if (subject !== null) token.setSubject(String(subject))
      return token.sign(current)
    },
    async read(token) {
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
export const keyId = (secret: Uint8Array) =>
  createHash('sha256').update(secret).digest('base64url').slice(0, 8)
