import { createHash } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

const ISSUER = 'nightdesk'
const AUDIENCE = 'nightdesk-admin'
const TYPE = 'at+jwt'

interface TokenClaims {
  user_id: number
  /** The random session id; only its hash is stored. */
  session: string
  expires_at: string
}

export interface Tokens {
  sign(claims: TokenClaims): Promise<string>
  /** The session id of a token that is ours and not expired, else null. */
  read(token: string): Promise<string | null>
}

/** JWT (HS256) around a session id: the database row decides, the token only names it. */
export function createTokens(secret: Uint8Array): Tokens {
  const kid = createHash('sha256').update(secret).digest('base64url').slice(0, 8)
  return {
    sign: ({ user_id, session, expires_at }) =>
      new SignJWT({ sid: session })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(String(user_id))
        .setIssuedAt()
        .setExpirationTime(new Date(expires_at))
        .sign(secret),
    async read(token) {
      const options = { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE, typ: TYPE }
      const verified = await jwtVerify(token, secret, options).catch(() => null)
      const session = verified?.payload.sid
      return typeof session === 'string' ? session : null
    },
  }
}
