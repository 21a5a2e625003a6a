import type { Role, UserStatus } from '@nightdesk/contracts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant } from './columns.ts'

export interface UsersTable {
  id: GeneratedAlways<number>
  username: string
  full_name: string
  password_hash: string | null
  role: Role
  status: Generated<UserStatus>
  last_logged_in: string | null
  created_at: Instant
  updated_at: Instant
}

export interface SessionsTable {
  id: Buffer
  number: GeneratedAlways<number>
  user_id: number
  created_at: Instant
  last_seen_at: Instant
  expires_at: string
  revoked_at: string | null
  ip_prefix: string
  user_agent_family: string
  user_agent_system: Generated<string>
  confirmed_at: Instant
}

export interface OneTimeTokensTable {
  hash: Buffer
  kind: 'setup' | 'invite' | 'reset'
  user_id: number | null
  created_at: Instant
  expires_at: string
  used_at: string | null
}

export interface RateLimitsTable {
  key: string
  window_start: string
  count: number
}

export interface FamiliarNetworksTable {
  user_id: number
  network: Buffer
  last_signed_in: Instant
}

export interface FamiliarDevicesTable {
  user_id: number
  device: Buffer
  last_signed_in: Instant
}

export interface PasskeysTable {
  id: GeneratedAlways<number>
  user_id: number
  credential_id: Buffer
  public_key: Buffer
  signature_count: number
  transports: string[]
  name: string
  created_at: Instant
  last_used_at: string | null
}

export interface TotpSecretsTable {
  user_id: number
  secret: string
  last_step: number
  created_at: Instant
}

export interface RecoveryCodesTable {
  user_id: number
  hash: Buffer
}

export interface SpentAttemptsTable {
  id: string
  expires_at: string
}

export interface SecondFactorRolesTable {
  role: Role
}

export interface SecretsTable {
  name: string
  value: Buffer
}

export interface AuditLogTable {
  id: GeneratedAlways<number>
  at: Instant
  actor_id: number | null
  action: string
  target: string
  ip_prefix: string | null
  request_id: string | null
  detail: ColumnType<Record<string, unknown>, string | undefined, never>
}

export interface AuditChainTable {
  number: number
  line_id: number
  hash: Buffer
}

export interface AuditCheckpointsTable {
  number: number
  hash: Buffer
  deleted_lines: number
  deleted_at: Instant
}
