import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { httpUrl, readSettings, settingPairs, settings } from '@nightdesk/config'
import type { z } from 'zod'

const schema = settings.check(...Object.values(settingPairs)).transform((env) => ({
  ...env,
  // Whole paths, as those that are printed are used in the directory of another release.
  DATA_DIR: resolve(env.DATA_DIR),
  BACKUP_DIR: env.BACKUP_DIR && resolve(env.BACKUP_DIR),
  SITE_URL: env.SITE_URL ?? httpUrl(env.HOST, env.PORT),
}))

/** All settings, so that mistakes in those of the server and the worker are reported before anything starts. */
export type Env = z.infer<typeof schema>

/** Reads the environment, and leaves root for the account of the site. On a mistake it reports all mistakes and exits. */
export function readEnv(): Env {
  try {
    const env = readSettings(schema, process.env)
    becomeOwner(env.DATA_DIR)
    return env
  } catch (error) {
    console.error((error as Error).message) // readSettings throws only Errors
    process.exit(1)
  }
}

/** Addresses of a database without its pooler, as what uses them may take longer than that allows. */
export interface DatabaseUrls {
  url: string
  /** Connects as the role that migrates. */
  owner_url: string
  /** Whether servers use a pooler. */
  isPooled: boolean
}

/** Those in the settings; undefined for the embedded Postgres. */
export function databaseUrls(env: Env): DatabaseUrls | undefined {
  if (!env.DATABASE_URL) return undefined
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
  return { url, owner_url: env.MIGRATION_DATABASE_URL ?? url, isPooled: Boolean(env.DATABASE_DIRECT_URL) }
}

/**
 * A site could not read what root has written among its files. Its account is the one that has made the uploads, which need not be
 * that of a directory that was there before.
 */
function becomeOwner(data_dir: string): void {
  if (process.getuid?.() !== 0) return
  const uploads = join(data_dir, 'uploads')
  const made = statSync(existsSync(uploads) ? uploads : data_dir, { throwIfNoEntry: false })
  if (!made || made.uid === 0) return
  process.setgroups?.([made.gid])
  process.setgid?.(made.gid)
  process.setuid?.(made.uid)
  console.error(`Runs as user ${made.uid}, as the site in ${data_dir} does`)
}
