import { z } from 'zod'
import { kindOfHost, MAX_AUTO_SERVERS, type settings } from './settings.ts'

type Given<Name extends keyof z.infer<typeof settings>> = Partial<Record<Name, unknown>>

/** Checks settings with each other. A problem is reported at one of them, together with the problems of single ones. */
const together = <Name extends keyof z.infer<typeof settings>>(
  path: Name,
  message: string,
  isRight: (env: Given<Name>) => boolean,
) => z.refine<Given<Name>>(isRight, { path: [path], message, when: () => true })

/** With half of a bucket’s settings the files would go to the disk without a word. */
const bucket = <Prefix extends 'S3' | 'BACKUP_S3'>(prefix: Prefix) => {
  const needed = (['ENDPOINT', 'BUCKET', 'ACCESS_KEY', 'SECRET_KEY'] as const).map(
    (name) => `${prefix}_${name}` as const,
  )
  return together<`${Prefix}_${'ENDPOINT' | 'BUCKET' | 'ACCESS_KEY' | 'SECRET_KEY' | 'REGION'}`>(
    `${prefix}_ENDPOINT`,
    `goes together with ${prefix}_BUCKET, ${prefix}_ACCESS_KEY and ${prefix}_SECRET_KEY: set all or none`,
    (env) => {
      const count = needed.filter((name) => env[name]).length
      return count === needed.length || (count === 0 && !env[`${prefix}_REGION`])
    },
  )
}

export const wholeBucket = bucket('S3')

/** Without the address nothing would be purged. */
export const wholeCdn = together<'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN' | 'CDN_KIND'>(
  'CDN_PURGE_URL',
  'goes together with CDN_PURGE_TOKEN and CDN_KIND: set it, or neither of them',
  (env) => Boolean(env.CDN_PURGE_URL) || (!env.CDN_PURGE_TOKEN && !env.CDN_KIND),
)

/** Without a token, these refuse every purge. */
const WITH_TOKEN: readonly unknown[] = ['fastly', 'cloudflare']

export const cdnToken = together<'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN' | 'CDN_KIND'>(
  'CDN_PURGE_TOKEN',
  'must be set for Fastly and Cloudflare',
  ({ CDN_PURGE_URL, CDN_PURGE_TOKEN, CDN_KIND }) =>
    Boolean(CDN_PURGE_TOKEN) || !WITH_TOKEN.includes(CDN_KIND ?? kindOfHost(String(CDN_PURGE_URL))),
)

/** Servers share their ports with each other, so the system would give requests of readers to the metrics. */
export const ownMetricsPorts = together<'PORT' | 'METRICS_PORT' | 'SERVERS'>(
  'METRICS_PORT',
  'takes a port for each server and one for the worker, and PORT must not be one of them',
  ({ PORT, METRICS_PORT, SERVERS }) => {
    // A program by itself has no SERVERS, and takes one port.
    const further = SERVERS === 'auto' ? MAX_AUTO_SERVERS : Number(SERVERS ?? 0)
    const distance = Number(PORT) - Number(METRICS_PORT)
    return !(distance >= 0 && distance <= further)
  },
)

/** Only months that are dropped are archived. */
export const archiveOfDropped = together<'VIEW_ARCHIVE' | 'VIEW_RETENTION_MONTHS'>(
  'VIEW_ARCHIVE',
  'goes together with VIEW_RETENTION_MONTHS: months are archived before they are dropped',
  ({ VIEW_ARCHIVE, VIEW_RETENTION_MONTHS }) => VIEW_ARCHIVE !== 'on' || VIEW_RETENTION_MONTHS !== 0,
)

export const directDatabase = together<'DATABASE_URL' | 'DATABASE_DIRECT_URL'>(
  'DATABASE_DIRECT_URL',
  'goes together with DATABASE_URL: that is the address of its pooler',
  (env) => !env.DATABASE_DIRECT_URL || Boolean(env.DATABASE_URL),
)

export const wholeDatabase = together<'DATABASE_URL' | 'MIGRATION_DATABASE_URL'>(
  'MIGRATION_DATABASE_URL',
  'goes together with DATABASE_URL: the embedded Postgres has a role for each by itself',
  (env) => !env.MIGRATION_DATABASE_URL || Boolean(env.DATABASE_URL),
)

export const wholeBackupBucket = bucket('BACKUP_S3')

export const oneBackupPlace = together<'BACKUP_DIR' | 'BACKUP_S3_BUCKET'>(
  'BACKUP_DIR',
  'goes without BACKUP_S3_BUCKET: set one of them, or neither',
  (env) => !env.BACKUP_DIR || !env.BACKUP_S3_BUCKET,
)

export const oneBackupLock = together<'BACKUP_PASSPHRASE' | 'BACKUP_RECIPIENT'>(
  'BACKUP_RECIPIENT',
  'goes without BACKUP_PASSPHRASE: set one of them, or neither',
  (env) => !env.BACKUP_PASSPHRASE || !env.BACKUP_RECIPIENT,
)

export const walOfEmbedded = together<'BACKUP_WAL' | 'DATABASE_URL'>(
  'BACKUP_WAL',
  'goes without DATABASE_URL: it archives the embedded Postgres, and who runs another one archives it with the tools of Postgres',
  (env) => env.BACKUP_WAL !== 'on' || !env.DATABASE_URL,
)

export const wholeAdmin = together<'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>(
  'ADMIN_EMAIL',
  'goes together with ADMIN_PASSWORD: set both or neither',
  (env) => !env.ADMIN_EMAIL === !env.ADMIN_PASSWORD,
)

export const longAdminPassword = together<'ADMIN_PASSWORD' | 'PASSWORD_MIN_LENGTH'>(
  'ADMIN_PASSWORD',
  'must be at least as long as PASSWORD_MIN_LENGTH says',
  ({ ADMIN_PASSWORD, PASSWORD_MIN_LENGTH }) =>
    typeof ADMIN_PASSWORD !== 'string' || !(ADMIN_PASSWORD.length < Number(PASSWORD_MIN_LENGTH)),
)
