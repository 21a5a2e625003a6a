import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { conflict, type keys as contract, invalid, MAX_KEYS, notFound } from '@nightdesk/contracts'
import { type Db, hasSecondFactor, listKeys, needsSecondFactor } from '@nightdesk/db'
import { sql } from 'kysely'
import { audit } from '../audit/audit.ts'
import { change } from '../change.ts'
import type { Context, Handlers, Session } from '../context.ts'
import { secondFactorLetter } from '../mail/letters.ts'
import { notifyOf } from '../mail/mailer.ts'
import { lockOwn } from './current-password.ts'
import { freeName } from './passkeys.ts'

export const keys: Handlers<typeof contract> = {
  list: ({ db, session }) => listKeys(db, session.user.id),

  async create(ctx, { name, scope, expires_at = null }) {
    const { user } = ctx.session
    if (expires_at !== null && expires_at <= ctx.now())
      throw invalid('expires_at', 'The end must be in the future.')
    const token = newToken()
    const made = await change(ctx, async (tx) => {
      // Locked, so that keys that are made at the same moment are counted one after the other.
      await lockOwn(tx, ctx)
      const others = await listKeys(tx, user.id)
      if (others.length >= MAX_KEYS)
        throw conflict(`An account has at most ${MAX_KEYS} keys. Revoke one of them first.`)
      const key = await tx
        .insertInto('api_keys')
        .values({ user_id: user.id, hash: hashOf(token), name: freeName(name, others), scope, expires_at })
        .returning(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at', 'last_used_from'])
        .executeTakeFirstOrThrow()
      await audit(tx, ctx, 'key.create', `user:${user.id}`, { key: key.name, key_id: key.id, scope })
      return { ...key, token }
    })
    notifyOf(ctx, user, secondFactorLetter('key.added'))
    return made
  },

  revoke: (ctx, { id }) =>
    change(ctx, async (tx) => {
      const { user } = ctx.session
      const revoked = await tx
        .deleteFrom('api_keys')
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .returning('name')
        .executeTakeFirstOrThrow(() => notFound('Key'))
      await audit(tx, ctx, 'key.revoke', `user:${user.id}`, { key: revoked.name, key_id: id })
    }),
}

/** A prefix, 160 random bits and their CRC-32, by which scanners find a key that was published. */
const FORM = /^nd_([\da-f]{40})([\da-f]{8})$/

function newToken(): string {
  const secret = randomBytes(20).toString('hex')
  return `nd_${secret}${checksumOf(secret)}`
}

const checksumOf = (secret: string) => crc32(secret).toString(16).padStart(8, '0')

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Whether a bearer token is a key, and not that of a session. */
export const isKey = (token: string) => token.startsWith('nd_')

/** What the owner of a valid key may do by it, or null. Asks the database every time, unless the checksum is wrong. */
export async function findKey(db: Db, token: string): Promise<Session | null> {
  const [, secret, checksum] = FORM.exec(token) ?? []
  if (secret === undefined || checksum !== checksumOf(secret)) return null
  const row = await db
    .selectFrom('api_keys as key')
    .innerJoin('users', 'users.id', 'key.user_id')
    .where('key.hash', '=', hashOf(token))
    .where(sql<boolean>`(key.expires_at is null or key.expires_at > now())`)
    .where('users.status', '=', 'active')
    .select(['key.id as key_id', 'key.name', 'key.scope', 'key.hash'])
    .select(sql<string>`coalesce(key.last_used_at, '1970-01-01')`.as('last_seen_at'))
    .select(sql<boolean>`${needsSecondFactor} and not ${hasSecondFactor}`.as('must_enrol'))
    .select(['users.id', 'users.username', 'users.full_name', 'users.role'])
    .executeTakeFirst()
  if (!row) return null
  const { key_id, name, scope, hash, last_seen_at, must_enrol, ...user } = row
  const key = { id: key_id, name, scope }
  return { id: hash, last_seen_at, is_confirmed: false, must_enrol, user, key }
}

export async function noteKeyUse({ db, ip_prefix }: Context, { id }: { id: number }): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`now()`, last_used_from: ip_prefix })
    .where('id', '=', id)
    .execute()
}
