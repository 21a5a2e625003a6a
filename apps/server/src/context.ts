import type { KeyObject } from 'node:crypto'
import type { Access, Role } from '@nightdesk/contracts'
import type { Db } from '@nightdesk/db'
import type { HealthSettings } from '@nightdesk/doctor'
import type { LargeFiles, Store } from '@nightdesk/storage'
import type { SiteSettings } from '@nightdesk/web/server-api'
import type { FastifyBaseLogger } from 'fastify'
import type { ViewRecorder } from './analytics/view-recorder.ts'
import type { HashVisitor } from './analytics/visitor-hash.ts'
import type { Refusals } from './audit-log/refusals.ts'
import type { Passwords } from './auth/passwords.ts'
import type { Tokens } from './auth/tokens.ts'
import type { Background } from './background.ts'
import type { CostlyReads } from './calls/costly-reads.ts'
import type { ExportLinks } from './exports/export-links.ts'
import type { Attempts } from './factors/attempts.ts'
import type { MinuteLimiter } from './http/minute-limiter.ts'
import type { ProxyWatch } from './http/proxy-watch.ts'
import type { BoundedQueue } from './http/shedding/bounded-queue.ts'
import type { Shedding } from './http/shedding/shedding.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PageStore } from './page-store/page-store.ts'
import type { FindRedirect } from './redirects/find-redirect.ts'
import type { MissingAddresses } from './redirects/missing-addresses.ts'
import type { Encryption } from './signing/encryption.ts'

export interface CurrentUser {
  id: number
  username: string
  full_name: string
  role: Role
}

/** The session of a request’s token. */
export interface Session {
  /** sha256 of the session id in the token. */
  id: Buffer
  user: CurrentUser
  last_seen_at: string
  /** The user signed in, or confirmed with the password or a passkey, a few minutes ago. */
  is_confirmed: boolean
  /** The role needs a second factor, and the account has none: only the calls that set it up are allowed. */
  must_enrol: boolean
}

/** Lives as long as the process; made once in `main.ts`, or by a test. */
export interface Dependencies {
  db: Db
  storage: Store
  /** Uploaded exports of other products, while imports need them. */
  import_files: LargeFiles
  /** Zip files of all stories, for a day. */
  export_files: LargeFiles
  /** Bytes the store may hold; 0 for no limit. */
  storage_limit: number
  /** The folder on the volume that holds the data. */
  data_dir: string
  /** The settings that the checks of system status look at. */
  health_settings: HealthSettings
  /** Without user, password or query. */
  database_label: string
  pages: PageStore
  /** Pages are read without a server: they are rendered without what needs one. Default: false. */
  is_static?: boolean
  /** A CDN caches pages, and is purged after changes. */
  has_cdn: boolean
  shedding: Shedding
  costly_reads: CostlyReads
  /** The queue of pages that are rendered for each request, such as searches. */
  uncached_pages: BoundedQueue
  passwords: Passwords
  tokens: Tokens
  attempts: Attempts
  /** Signs links that download exports. */
  export_links: ExportLinks
  /** Of the secrets of authenticator apps. */
  encryption: Encryption
  mailer: Mailer
  background: Background
  views: ViewRecorder
  view_limiter: MinuteLimiter
  /** Key of the hashes of rate-limited accounts and networks. */
  limit_key: KeyObject
  proxy_watch: ProxyWatch
  hash_visitor: HashVisitor
  /** Key of the hash of an account that somebody tried to sign in as. */
  tried_account_key: KeyObject
  refusals: Refusals
  find_redirect: FindRedirect
  missing_addresses: MissingAddresses
  site: SiteSettings
  /** The address for reports of vulnerabilities; null for none. */
  security_contact: string | null
  session_days: number
  password_min_length: number
  now: () => string
}

/** Facts from the request itself. */
export interface Caller {
  request_id: string
  /** The network, not the address: IPv4 /32, IPv6 /64. */
  ip_prefix: string
  user_agent: string
  /** A well-formed `X-Session-ID`. Identifies a browser, for analytics only. */
  visitor: string | null
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

/** The context of an authorized caller. */
export interface SignedInContext extends Context {
  session: Session
}

export type ContextFor<A extends Access> = A extends 'public' ? Context : SignedInContext
