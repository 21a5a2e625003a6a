import { isIP } from 'node:net'
import {
  conflict,
  cutTo,
  FACTOR_METHODS,
  type FactorMethod,
  type NewPasskey,
  type PasskeyAnswer,
} from '@nightdesk/contracts'
import type { Db, DbOrTx, Tx } from '@nightdesk/db'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Context, CurrentUser } from '../context.ts'

type Site = Pick<Context, 'site'>

/** What `navigator.credentials.create` needs to make a passkey that works without a name or password. */
export async function creationOptions(
  { site, db, readSite }: Pick<Context, 'site' | 'db' | 'readSite'>,
  user: CurrentUser,
  challenge: string,
) {
  const { rp_id } = passkeyAddress(site.url)
  return {
    rp: { id: rp_id, name: (await readSite()).name },
    user: {
      id: Buffer.from(`user ${user.id}`).toString('base64url'),
      name: user.username,
      displayName: user.full_name,
    },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: TIMEOUT,
    attestation: 'none' as const,
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    excludeCredentials: await knownPasskeys(db, user.id),
  }
}

/** What `navigator.credentials.get` needs: with a user, for one of their passkeys; else for any of this site. */
export async function requestOptions(
  { site, db }: Site & { db: Db },
  userId: number | null,
  challenge: string,
) {
  const { rp_id } = passkeyAddress(site.url)
  return {
    rpId: rp_id,
    challenge,
    timeout: TIMEOUT,
    userVerification: 'required' as const,
    ...(userId !== null && { allowCredentials: await knownPasskeys(db, userId) }),
  }
}

/** The passkey in the answer of a browser; null when it does not belong to the challenge, or breaks a rule. */
export async function verifyNewPasskey({ site }: Site, answer: NewPasskey, challenge: string) {
  const expected = expectation(site, challenge)
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    response: answer,
    ...expected,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused)
  return verified?.registrationInfo?.credential ?? null
}

function expectation(site: Site['site'], challenge: string) {
  const { rp_id, origin } = passkeyAddress(site.url)
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rp_id,
    requireUserVerification: true,
  }
}

/** The library throws for each refused answer, with texts for programmers. */
const refused = () => null

/** A name that none of the others has, by which their owner tells them apart: a second “Phone” becomes “Phone 2”. */
export function freeName(name: string, others: readonly { name: string }[]): string {
  const taken = new Set(others.map((other) => other.name))
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${cutTo(name, 95)} ${number}`
  return free
}

export async function storePasskey(
  tx: Tx,
  userId: number,
  name: string,
  { id, publicKey, counter, transports = [] }: WebAuthnCredential,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      user_id: userId,
      name,
      credential_id: bytesOf(id),
      public_key: Buffer.from(publicKey),
      signature_count: counter,
      transports,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

type OwnedPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

export const findPasskey = (db: DbOrTx, { id }: PasskeyAnswer) =>
  db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .where('credential_id', '=', bytesOf(id))
    .where('users.status', '=', 'active')
    .select(['passkeys.id as passkey_id', 'public_key', 'signature_count'])
    .select(['users.id', 'username', 'full_name', 'role', 'password_hash', 'users.updated_at'])
    .executeTakeFirst()

/** @returns the new number of signatures; null when the answer is not signed by this passkey for this challenge */
export async function verifyPasskey(
  { site }: Site,
  answer: PasskeyAnswer,
  { public_key, signature_count }: Pick<OwnedPasskey, 'public_key' | 'signature_count'>,
  challenge: string,
): Promise<number | null> {
  const expected = expectation(site, challenge)
  const { verifyAuthenticationResponse } = await library()
  const checked = await verifyAuthenticationResponse({
    response: answer,
    ...expected,
    credential: { id: answer.id, publicKey: new Uint8Array(public_key), counter: signature_count },
  }).catch(refused)
  return checked?.verified ? checked.authenticationInfo.newCounter : null
}

/** Records a use. @returns false when the passkey was removed, or used by somebody with a copy of it meanwhile */
export async function notePasskeyUse(
  tx: Tx,
  { passkey_id, signature_count }: Pick<OwnedPasskey, 'passkey_id' | 'signature_count'>,
  next: number,
): Promise<boolean> {
  const used = await tx
    .updateTable('passkeys')
    .set({ signature_count: next, last_used_at: sql`now()` })
    .where('id', '=', passkey_id)
    .where('signature_count', '=', signature_count)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** EdDSA, ES256 and RS256 (COSE). Without a list, the library would try what Node marks as experimental. */
const ALGORITHMS = [-8, -7, -257]

/** Milliseconds. */
const TIMEOUT = 300_000

async function knownPasskeys(db: Db, userId: number) {
  const rows = await db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['credential_id', 'transports'])
    .orderBy('id')
    .execute()
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    type: 'public-key' as const,
    transports,
  }))
}

/** On first use: most sites never need it, and it takes memory. */
const library = () => import('@simplewebauthn/server')

const bytesOf = (base64url: string) => Buffer.from(base64url, 'base64url')

/** Why passkeys cannot be used at this address, in a sentence; null when they can. Browsers have these rules. */
export function passkeyProblem(siteUrl: string): string | null {
  const { protocol, hostname, host } = new URL(siteUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isLocal || (protocol === 'https:' && !isAddress(hostname))) return null
  return `Passkeys need a site with https and a domain name, or localhost. This one is ${protocol}//${host} (SITE_URL).`
}

/**
 * The domain that passkeys belong to, and the address that a browser has to show when it uses one.
 * @throws CONFLICT where passkeys cannot be used
 */
function passkeyAddress(siteUrl: string) {
  const problem = passkeyProblem(siteUrl)
  if (problem) throw conflict(problem)
  const { hostname, origin } = new URL(siteUrl)
  return { rp_id: hostname, origin }
}

const isAddress = (hostname: string) => isIP(hostname) !== 0 || hostname.startsWith('[')

/**
 * How an account completes a sign-in after the password; null without a second factor. Empty when all that is left is a
 * passkey, which the address of the site no longer allows.
 */
export async function methodsOf({ db, site }: Context, userId: number): Promise<FactorMethod[] | null> {
  const has = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('passkeys').where('user_id', '=', userId).select('id')).as('passkey'),
      exists(selectFrom('totp_secrets').where('user_id', '=', userId).select('user_id')).as('totp'),
      exists(selectFrom('recovery_codes').where('user_id', '=', userId).select('user_id')).as(
        'recovery_code',
      ),
    ])
    .executeTakeFirstOrThrow()
  if (!has.passkey && !has.totp) return null
  const canUsePasskeys = passkeyProblem(site.url) === null
  return FACTOR_METHODS.filter((method) => has[method] && (method !== 'passkey' || canUsePasskeys))
}
