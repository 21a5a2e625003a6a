import { randomBytes } from 'node:crypto'
import type { Tx } from '@nightdesk/db'
import type { SigningSecrets } from '../keys.ts'
import { createSigner } from '../keys.ts'

/** Time to fetch a phone or a key. */
const MINUTES = 10

type Purpose =
  /** Complete a sign-in after the password. */
  | 'sign-in'
  /** Sign in with a passkey alone. */
  | 'passkey-sign-in'
  | 'confirmation'
  | 'new-passkey'
  | 'new-totp'

/** One signed attempt. The server stores nothing about it until it is used, so strangers cannot fill the database. */
export interface Attempt {
  /** 32 random bytes as base64url. Also the challenge of a passkey. */
  id: string
  purpose: Purpose
  /** Null for a passkey alone, which tells whose it is. */
  user_id: number | null
  /** What the attempt depends on: the time of the account’s last change, or the new secret. */
  state: string
  expires_at: string
}

export interface Attempts {
  issue(
    attempt: Pick<Attempt, 'purpose' | 'user_id'> & { state?: string },
    now: string,
  ): Promise<Attempt & { token: string }>
  /** A valid attempt of ours for one of these purposes, else null. */
  read(token: string, ...purposes: Purpose[]): Promise<Attempt | null>
}

export function createAttempts(secrets: SigningSecrets): Attempts {
  const signer = createSigner(secrets, 'attempt+jwt')
  return {
    async issue({ purpose, user_id, state = '' }, now) {
      const id = randomBytes(32).toString('base64url')
      const expires = new Date(Date.parse(now) + MINUTES * 60_000)
      const token = await signer.sign({ jti: id, purpose, state }, user_id, expires)
      return { id, purpose, user_id, state, expires_at: expires.toISOString(), token }
    },
    async read(token, ...purposes) {
      const claims = await signer.read(token)
      const purpose = purposes.find((one) => one === claims?.purpose)
      if (!claims?.jti || !claims.exp || !purpose) return null
      return {
        id: claims.jti,
        purpose,
        user_id: claims.sub === undefined ? null : Number(claims.sub),
        state: String(claims.state),
        expires_at: new Date(claims.exp * 1000).toISOString(),
      }
    },
  }
}

/** An attempt of the caller for this purpose, else null. */
export async function readOwnAttempt(
  { attempts }: { attempts: Attempts },
  token: string,
  purpose: Purpose,
  userId: number,
): Promise<Attempt | null> {
  const attempt = await attempts.read(token, purpose)
  return attempt?.user_id === userId ? attempt : null
}

/** Uses up an attempt, in the transaction of what it allows. @returns false when it was used before */
export async function spendAttempt(tx: Tx, { id, expires_at }: Attempt): Promise<boolean> {
  const spent = await tx
    .insertInto('spent_attempts')
    .values({ id, expires_at })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}
