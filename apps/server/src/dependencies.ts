import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Connection, Db } from '@nightdesk/db'
import { healthSettings } from '@nightdesk/doctor'
import { openExportFiles, openImportFiles, openStore } from '@nightdesk/storage'
import type { FastifyBaseLogger } from 'fastify'
import { createViewRecorder } from './analytics/view-recorder.ts'
import { createHashVisitor } from './analytics/visitor-hash.ts'
import { createRefusals } from './audit-log/refusals.ts'
import { createPasswords } from './auth/passwords.ts'
import { createTokens } from './auth/tokens.ts'
import { createBackground } from './background.ts'
import { createCostlyReads } from './calls/costly-reads.ts'
import { type Env, mailSender, siteUrl } from './env.ts'
import { createAttempts } from './factors/attempts.ts'
import { createMinuteLimiter } from './http/minute-limiter.ts'
import { createProxyWatch } from './http/proxy-watch.ts'
import { createShedding } from './http/shedding/shedding.ts'
import { createMailer } from './mail/mailer.ts'
import { cacheHeadersFor } from './page-store/cache-headers.ts'
import { createPageStore } from './page-store/page-store.ts'
import { createFindRedirect } from './redirects/find-redirect.ts'
import { createMissingAddresses } from './redirects/missing-addresses.ts'
import { deriveKey, signingSecrets } from './secret.ts'
import { createEncryption } from './signing/encryption.ts'
import { createExportLinks } from './signing/export-links.ts'

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
  const pages = createPageStore({ cacheHeaders: cacheHeadersFor(has_cdn), renders: shedding.queue(RENDERS) })
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
    /** The settings that the checks of system status look at. */
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
    passwords: createPasswords(),
    tokens: createTokens(secrets),
    attempts: createAttempts(secrets),
    /** Signs links that download exports. */
    export_links: createExportLinks(secrets),
    /** Of the secrets of authenticator apps. */
    encryption: createEncryption(secrets, 'authenticator apps'),
    mailer: await createMailer(env.SMTP_URL, mailSender(env)),
    background: createBackground(),
    views: createViewRecorder(connection, env.SITE_TIMEZONE),
    view_limiter: createMinuteLimiter(env.VIEW_LIMIT_PER_MINUTE),
    /** Key of the hashes of rate-limited accounts and networks. */
    limit_key: is_static ? limits : await sharedKey(db, 'limits', limits),
    proxy_watch: createProxyWatch(),
    hash_visitor: createHashVisitor(await sharedKey(db, 'visitor-hash')),
    /** Key of the hash of an account that somebody tried to sign in as. */
    tried_account_key: await sharedKey(db, 'tried-account'),
    refusals: createRefusals(db, log),
    find_redirect: createFindRedirect(db, pages),
    missing_addresses: is_static ? { note() {}, async flush() {} } : createMissingAddresses(db, log),
    site: { name: env.SITE_NAME, tagline: env.SITE_TAGLINE, url: siteUrl(env), timezone: env.SITE_TIMEZONE },
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
