import { randomBytes } from 'node:crypto'
import type { Tx } from '@nightdesk/db'
import { createSigner, type SigningSecrets } from '../keys.ts'

/** Time to fetch a phone or a key. */
const MINUTES = 10

/** `sign-in` completes one after the password; `passkey-sign-in` is one by a passkey alone. */
type Purpose = 'sign-in' | 'passkey-sign-in' | 'confirmation' | 'new-passkey' | 'new-totp'

/**
 * What a caller has to answer within some minutes; calls name it `attempt`. It is signed, and the server stores nothing about
 * it until it is used, so strangers cannot fill the database.
 */
export interface Challenge {
  /** 32 random bytes as base64url. A passkey signs it. */
  id: string
  /** Null for a passkey alone, which tells whose it is. */
  user_id: number | null
  /** What it depends on: the time of the account’s last change, or the new secret. */
  state: string
  expires_at: string
}

type NewChallenge = Pick<Challenge, 'user_id'> & { purpose: Purpose; state?: string }

export function createChallenges(secrets: SigningSecrets) {
  const signer = createSigner(secrets, 'attempt+jwt')
  return {
    async issue({ purpose, user_id, state = '' }: NewChallenge, now: string) {
      const id = randomBytes(32).toString('base64url')
      const expires = new Date(Date.parse(now) + MINUTES * 60_000)
      const token = await signer.sign({ jti: id, purpose, state }, user_id, expires)
      return { id, expires_at: expires.toISOString(), token }
    },
    /** A valid challenge of ours for one of these purposes, else null. */
    async read(token: string, ...purposes: Purpose[]): Promise<Challenge | null> {
      const claims = await signer.read(token)
      if (!claims?.jti || !claims.exp || !purposes.some((purpose) => purpose === claims.purpose)) return null
      return {
        id: claims.jti,
        user_id: claims.sub === undefined ? null : Number(claims.sub),
        state: String(claims.state),
        expires_at: new Date(claims.exp * 1000).toISOString(),
      }
    },
  }
}

/** Uses up a challenge, in the transaction of what it allows. @returns false when it was used before */
export async function spendChallenge(tx: Tx, { id, expires_at }: Challenge): Promise<boolean> {
  const spent = await tx
    .insertInto('spent_attempts')
    .values({ id, expires_at })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}
