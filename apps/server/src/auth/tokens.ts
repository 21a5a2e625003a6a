import type { SigningSecrets } from '../secret.ts'
import { createSigner } from '../signing/signer.ts'

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

/** A JWT that names a session; the database row decides whether it is valid. */
export function createTokens(secrets: SigningSecrets): Tokens {
  const signer = createSigner(secrets, 'at+jwt')
  return {
    sign: ({ user_id, session, expires_at }) => signer.sign({ sid: session }, user_id, new Date(expires_at)),
    async read(token) {
      const session = (await signer.read(token))?.sid
      return typeof session === 'string' ? session : null
    },
  }
}
