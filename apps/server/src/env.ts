import { httpUrl, readSettings, serverSettings, settingPairs } from '@nightdesk/config'
import type { z } from 'zod'

const { wholeBucket, wholeAdmin, longAdminPassword, ownMetricsPorts } = settingPairs
const schema = serverSettings.check(wholeBucket, wholeAdmin, longAdminPassword, ownMetricsPorts)

export type Env = z.infer<typeof schema>

/** The environment, read once. @throws SettingsError that lists every problem at once */
export const readEnv = (source = process.env): Env => readSettings(schema, source)

export const readEnvWith = (values: Partial<Record<keyof Env, string>>): Env =>
  readEnv({ ...process.env, ...values })

/** Secrets that no child process, and no report about this process, may hold. */
const SECRETS = [
  'ADMIN_PASSWORD',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'S3_SECRET_KEY',
  'SMTP_URL',
  'CDN_PURGE_TOKEN',
  'BACKUP_S3_SECRET_KEY',
  'BACKUP_PASSPHRASE',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'MIGRATION_DATABASE_URL',
]

export function forgetSecrets(source = process.env): void {
  for (const name of SECRETS) delete source[name]
}

/** `https://example.org`, without a slash at the end. */
export const siteUrl = ({ SITE_URL, HOST, PORT }: Env) => SITE_URL ?? httpUrl(HOST, PORT)

/** Seconds for load balancers to notice that this server stops. Without a proxy there is nobody to wait for. */
export const drainSeconds = ({ DRAIN_SECONDS, TRUST_PROXY }: Pick<Env, 'DRAIN_SECONDS' | 'TRUST_PROXY'>) =>
  DRAIN_SECONDS ?? (TRUST_PROXY.length > 0 ? 5 : 0)

/** The address that sends mails: by default, one at the host of the site. */
export const mailSender = (env: Env) => env.SMTP_FROM ?? `nightdesk@${new URL(siteUrl(env)).hostname}`
