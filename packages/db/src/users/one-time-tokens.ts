import { createHash, randomBytes } from 'node:crypto'
import { LINK_HOURS, type LinkKind } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../client.ts'

export interface IssuedToken {
  /** Only the caller gets it: the database stores its sha256. */
  token: string
  expires_at: string
}

/** Creates a one-time token of an account; a token for the first setup has no account. */
export async function issueToken(db: DbOrTx, kind: LinkKind, userId: number | null): Promise<IssuedToken> {
  const token = randomBytes(32).toString('base64url')
  const { expires_at } = await db
    .insertInto('one_time_tokens')
    .values({
      hash: hashOf(token),
      kind,
      user_id: userId,
      expires_at: sql`now() + make_interval(hours => ${LINK_HOURS[kind]})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expires_at }
}

/** The active account of a link, while the link is valid. */
export const findTokenOwner = (db: DbOrTx, kind: LinkKind, token: string) =>
  ownerOf(db, kind, token).executeTakeFirst()

/** Whether a token is valid. */
export async function hasToken(db: DbOrTx, kind: LinkKind, token: string): Promise<boolean> {
  const found = db.selectFrom('one_time_tokens').where(isValid(kind, token)).select('hash')
  return (await found.executeTakeFirst()) !== undefined
}

/** Uses up the token of an account and locks the account. @returns the account; undefined for an invalid token */
export async function claimToken(tx: Tx, kind: LinkKind, token: string) {
  // Locks the account first, as every change of an account does, so that transactions cannot deadlock.
  const owner = await ownerOf(tx, kind, token).forUpdate('users').executeTakeFirst()
  return owner && (await spendToken(tx, kind, token)) ? owner : undefined
}

/** Uses up a token. @returns whether it was valid */
export async function spendToken(tx: Tx, kind: LinkKind, token: string): Promise<boolean> {
  const spent = await tx.deleteFrom('one_time_tokens').where(isValid(kind, token)).executeTakeFirst()
  return spent.numDeletedRows > 0n
}

/** Voids all unused links of an account. */
export async function revokeTokens(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
}

const ownerOf = (db: DbOrTx, kind: LinkKind, token: string) =>
  db
    .selectFrom('one_time_tokens')
    .innerJoin('users', 'users.id', 'one_time_tokens.user_id')
    .where(isValid(kind, token))
    .where('users.status', '=', 'active')
    .select(['users.id', 'users.username', 'users.full_name', 'users.role', 'one_time_tokens.expires_at'])

const isValid = (kind: LinkKind, token: string) => sql<boolean>`(
  one_time_tokens.hash = ${hashOf(token)} and one_time_tokens.kind = ${kind} and one_time_tokens.expires_at > now()
)`

const hashOf = (token: string) => createHash('sha256').update(token).digest()
