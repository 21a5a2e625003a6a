import { createHash, randomBytes } from 'node:crypto'
import { LINK_HOURS, type LinkKind } from '@nightdesk/contracts'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '../client.ts'

type TokenKind = 'setup' | LinkKind

const HOURS: Record<TokenKind, number> = { setup: 24, ...LINK_HOURS }

export interface IssuedToken {
  /** Known to nobody but who asked: the database has its sha256. */
  token: string
  expires_at: string
}

/** A new one-time token of an account; the one of the first setup belongs to none. */
export async function issueToken(db: DbOrTx, kind: TokenKind, userId: number | null): Promise<IssuedToken> {
  const token = randomBytes(32).toString('base64url')
  const { expires_at } = await db
    .insertInto('one_time_tokens')
    .values({
      hash: hashOf(token),
      kind,
      user_id: userId,
      expires_at: sql`now() + make_interval(hours => ${HOURS[kind]})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expires_at }
}

/** The active account whose link this is, while it can be used. */
export const findTokenOwner = (db: DbOrTx, kind: LinkKind, token: string) =>
  ownerOf(db, kind, token).executeTakeFirst()

/** Whether a token can be used. */
export async function hasToken(db: DbOrTx, kind: TokenKind, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_tokens')
    .where('hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<string>`now()`)
    .select('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up the token of an account, which stays locked. @returns the account; undefined when the token is none */
export async function claimToken(tx: Tx, kind: LinkKind, token: string) {
  // The account first, as for every change of one: who waits for a lock then holds no other.
  const owner = await ownerOf(tx, kind, token).forUpdate('users').executeTakeFirst()
  return owner && (await spendToken(tx, kind, token)) ? owner : undefined
}

/** Uses up a token. @returns whether there was one */
export async function spendToken(tx: Tx, kind: TokenKind, token: string): Promise<boolean> {
  const spent = await tx
    .deleteFrom('one_time_tokens')
    .where('hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('hash')
    .executeTakeFirst()
  return spent !== undefined
}

/** Voids every link of an account that has not been used. */
export async function revokeTokens(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
}

const ownerOf = (db: DbOrTx, kind: LinkKind, token: string) =>
  db
    .selectFrom('one_time_tokens')
    .innerJoin('users', 'users.id', 'one_time_tokens.user_id')
    .where('one_time_tokens.hash', '=', hashOf(token))
    .where('one_time_tokens.kind', '=', kind)
    .where('one_time_tokens.expires_at', '>', sql<string>`now()`)
    .where('users.status', '=', 'active')
    .select(['users.id', 'users.username', 'users.full_name', 'users.role', 'one_time_tokens.expires_at'])

const hashOf = (token: string) => createHash('sha256').update(token).digest()
