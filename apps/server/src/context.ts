import type { Access, Role } from '@nightdesk/contracts'
import type { FastifyBaseLogger } from 'fastify'
import type { Dependencies } from './dependencies.ts'

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
