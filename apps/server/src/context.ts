import { createSecretKey, type KeyObject } from 'node:crypto'
import { lockedSite } from '@nightdesk/config'
import type { Access, Contract, Endpoint, Feature, Input, KeyScope, Output, User } from '@nightdesk/contracts'
import { type Connection, type Db, readSite } from '@nightdesk/db'
import { healthSettings } from '@nightdesk/doctor'
import { openExportFiles, openImportFiles, openStore } from '@nightdesk/storage'
import type { FastifyBaseLogger } from 'fastify'
import { createChallenges } from './accounts/challenges.ts'
import { createPasswords } from './accounts/passwords.ts'
import { createHashVisitor, createViewRecorder } from './analytics/view-recorder.ts'
import { createRefusals } from './audit/refusals.ts'
import { createBackground } from './background.ts'
import { createCostlyReads } from './calls/costly-reads.ts'
import { type Env, mailSender, siteUrl } from './env.ts'
import { createProxyWatch } from './http/connections.ts'
import { createMinuteLimiter } from './http/limits.ts'
import { createShedding } from './http/overload.ts'
import { createEncryption, createExportLinks, createTokens, deriveKey, signingSecrets } from './keys.ts'
import { createMailer } from './mail/mailer.ts'
import { cacheHeadersFor, createPageStore } from './page-store/page-store.ts'
import { createFindPage } from './published/find-page.ts'
import { createFindRedirect, createMissingAddresses } from './redirects/find-redirect.ts'

export type CurrentUser = Pick<User, 'id' | 'username' | 'full_name' | 'role'>

/** The session of a request’s token, or what the owner of an API key may do by it. */
export interface Session {
  /** sha256 of the session id in the token, or of the key. */
  id: Buffer
  user: CurrentUser
  last_seen_at: string
  /** The user signed in, or confirmed with the password or a passkey, a few minutes ago. */
  is_confirmed: boolean
  /** The role needs a second factor, and the account has none: only the calls that set it up are allowed. */
  must_enrol: boolean
  /** The key that a script calls by; null for a person. */
  key: { id: number; name: string; scope: KeyScope } | null
}

export interface Caller {
  request_id: string
  /** The network, not the address: IPv4 /32, IPv6 /64. */
  ip_prefix: string
  user_agent: string
  headers: Record<string, string | string[] | undefined>
  log: FastifyBaseLogger
}

/** Everything that a handler may use. Built once per request. */
export interface Context extends Dependencies, Caller {
  session: Session | null
  /**
   * Checks the answer of this call against the contract. A write does so before it commits, so that a refused answer is
   * rolled back.
   * @returns the same answer
   */
  checkAnswer<T>(answer: T): T
}

export interface SignedInContext extends Context {
  session: Session
}

type ContextFor<A extends Access> = A extends 'public' ? Context : SignedInContext

/** The function behind one endpoint. Its input is already parsed and its caller already authorized. */
type Handler<E extends Endpoint> = (ctx: ContextFor<E['access']>, input: Input<E>) => Promise<Output<E>>

/** The functions a feature must provide: one per endpoint of its contract. */
export type Handlers<F extends Feature> = { [Name in keyof F]: Handler<F[Name]> }
export type HandlersOf<C extends Contract> = { [Name in keyof C]: Handlers<C[Name]> }

/** Each takes some milliseconds, in which this process does nothing else. */
const RENDERS = { atOnce: 4, maxWaiting: 64 }

/** Lives as long as the process; made once in `main.ts`, or by a test. */
export type Dependencies = Awaited<ReturnType<typeof createDependencies>>

/**
 * Makes everything that lives as long as the process. Reads from the database the keys that all servers share.
 * @param is_static pages are read without a server: they are rendered without what needs one, and nothing is written
 */
export async function createDependencies(
  env: Env,
  connection: Connection,
  log: FastifyBaseLogger,
  is_static = false,
) {
  const { db } = connection
  const shedding = createShedding(log)
  const has_cdn = env.CDN_PURGE_URL !== undefined
  const secrets = await signingSecrets(env)
  const limits = deriveKey(secrets.current, 'rate limits')
  const site = { url: siteUrl(env) }
  const locked_site = lockedSite(env)
  const pages = createPageStore({ cacheHeaders: cacheHeadersFor(has_cdn), renders: shedding.queue(RENDERS) })
  // Read again after somebody changed it, here or at another server.
  const currentSite = pages.value([], async () => ({ ...(await readSite(db, locked_site)).site, ...site }))
  return {
    db,
    storage: await openStore(env),
    /** Uploaded exports of other products, while imports need them. */
    import_files: await openImportFiles(env),
    /** Zip files of all stories, for a day. */
    export_files: await openExportFiles(env),
    /** Bytes the store may hold; 0 for no limit. */
    storage_limit: env.STORAGE_LIMIT_BYTES,
    /** The folder on the volume that holds the data. */
    data_dir: env.DATA_DIR,
    health_settings: healthSettings(env, siteUrl(env)),
    database_label: databaseLabel(env.DATABASE_URL),
    pages,
    is_static,
    /** A CDN caches pages, and is purged after changes. */
    has_cdn,
    shedding,
    /** The queue of pages that are rendered for each request, such as searches. */
    uncached_pages: shedding.queue(RENDERS),
    costly_reads: createCostlyReads(shedding),
    passwords: createPasswords(shedding),
    tokens: createTokens(secrets),
    challenges: createChallenges(secrets),
    export_links: createExportLinks(secrets),
    /** Of the secrets of authenticator apps. */
    encryption: createEncryption(secrets, 'authenticator apps'),
    mailer: await createMailer(env.SMTP_URL, async () => ({
      name: (await currentSite()).name,
      address: mailSender(env),
    })),
    background: createBackground(),
    /** IANA name of the time zone in which days of analytics begin. */
    timezone: env.SITE_TIMEZONE,
    views: createViewRecorder(connection, env.SITE_TIMEZONE),
    view_limiter: createMinuteLimiter(env.VIEW_LIMIT_PER_MINUTE),
    limit_key: is_static ? limits : await sharedKey(db, 'limits', limits),
    proxy_watch: createProxyWatch(),
    hash_visitor: createHashVisitor(await sharedKey(db, 'visitor-hash')),
    /** Key of the hash of an account that somebody tried to sign in as. */
    tried_account_key: await sharedKey(db, 'tried-account'),
    refusals: createRefusals(db, log),
    find_page: createFindPage(db, pages),
    find_redirect: createFindRedirect(db, pages, currentSite),
    missing_addresses: is_static ? { note() {}, async flush() {} } : createMissingAddresses(db, log),
    /** What nobody changes while the server runs. */
    site,
    locked_site,
    readSite: currentSite,
    /** The address for reports of vulnerabilities; null for none. */
    security_contact: env.SECURITY_CONTACT ?? null,
    session_days: env.SESSION_DAYS,
    password_min_length: env.PASSWORD_MIN_LENGTH,
    now: () => new Date().toISOString(),
  }
}

/**
 * A key that all servers share, and that outlives the signing secret: networks and devices stay familiar when it changes.
 * @param first the key where there is none yet; the migrations made the others
 */
async function sharedKey(db: Db, name: string, first?: KeyObject) {
  if (first)
    await db
      .insertInto('secrets')
      .values({ name, value: first.export() })
      .onConflict((on) => on.doNothing())
      .execute()
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return createSecretKey(value)
}

/** The address without user, password or query. The embedded database has no host: it listens on a socket. */
export function databaseLabel(url: string): string {
  const [, host, name] = /^postgres(?:ql)?:\/\/(?:[^?]*@)?([^/?]*)\/?([^?]*)/.exec(url) ?? []
  return `postgresql://${host || 'embedded'}/${name || 'nightdesk'}`
}
