import type { Env } from './env.ts'

type Settings = Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'MIGRATION_DATABASE_URL'>

/** A Postgres that Nightdesk does not run. */
export interface DatabaseUrls {
  /** For servers. It may be the address of a pooler. */
  url: string
  /** Without the pooler. */
  direct_url: string
  /** Connects as the role that migrates, without the pooler. */
  owner_url: string
  isPooled: boolean
}

/** The addresses in the settings; undefined for the embedded Postgres. */
export function databaseUrls({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL,
  MIGRATION_DATABASE_URL,
}: Settings): DatabaseUrls | undefined {
  if (!url) return undefined
  const direct_url = DATABASE_DIRECT_URL ?? url
  return {
    url,
    direct_url,
    owner_url: MIGRATION_DATABASE_URL ?? direct_url,
    isPooled: Boolean(DATABASE_DIRECT_URL),
  }
}
