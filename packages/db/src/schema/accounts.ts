import type { Role, UserStatus } from '@nightdesk/contracts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant } from './columns.ts'

export interface AccountTables {
  users: {
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
  sessions: {
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
  one_time_tokens: {
    hash: Buffer
    kind: 'setup' | 'invite' | 'reset'
    user_id: number | null
    created_at: Instant
    expires_at: string
    used_at: string | null
  }
  rate_limits: {
    key: string
    window_start: string
    count: number
  }
  familiar_networks: {
    user_id: number
    network: Buffer
    last_signed_in: Instant
  }
  familiar_devices: {
    user_id: number
    device: Buffer
    last_signed_in: Instant
  }
  passkeys: {
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
  totp_secrets: {
    user_id: number
    secret: string
    last_step: number
    created_at: Instant
  }
  recovery_codes: {
    user_id: number
    hash: Buffer
  }
  spent_attempts: {
    id: string
    expires_at: string
  }
  second_factor_roles: {
    role: Role
  }
  secrets: {
    name: string
    value: Buffer
  }
  audit_log: {
    id: GeneratedAlways<number>
    at: Instant
    actor_id: number | null
    action: string
    target: string
    ip_prefix: string | null
    request_id: string | null
    detail: ColumnType<Record<string, unknown>, string | undefined, never>
  }
  audit_chain: {
    number: number
    line_id: number
    hash: Buffer
  }
  audit_checkpoints: {
    number: number
    hash: Buffer
    deleted_lines: number
    deleted_at: Instant
  }
}
