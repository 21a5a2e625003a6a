import { z } from 'zod'
import { kindOfHost } from './cdn-kind.ts'
import { MAX_AUTO_SERVERS, type STORAGE_SETTINGS, type settings } from './settings.ts'

type Given<Name extends keyof z.infer<typeof settings>> = Partial<Record<Name, unknown>>

/** Reports a problem of two settings together with the problems of single ones. */
const always = () => true

const BUCKET = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

/** With half of a bucket’s settings the files would go to the disk without a word. */
export const wholeBucket = z.refine<Given<keyof typeof STORAGE_SETTINGS>>(
  (env) => {
    const count = BUCKET.filter((name) => env[name]).length
    return count === BUCKET.length || (count === 0 && !env.S3_REGION)
  },
  {
    path: ['S3_ENDPOINT'],
    message: 'goes together with S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY: set all or none',
    when: always,
  },
)

type CdnSettings = Given<'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN' | 'CDN_KIND'>

/** Without the address nothing would be purged. */
export const wholeCdn = z.refine<CdnSettings>(
  (env) => Boolean(env.CDN_PURGE_URL) || (!env.CDN_PURGE_TOKEN && !env.CDN_KIND),
  {
    path: ['CDN_PURGE_URL'],
    message: 'goes together with CDN_PURGE_TOKEN and CDN_KIND: set it, or neither of them',
    when: always,
  },
)

/** Without a token, these refuse every purge. */
const WITH_TOKEN: readonly unknown[] = ['fastly', 'cloudflare']

export const cdnToken = z.refine<CdnSettings>(
  ({ CDN_PURGE_URL, CDN_PURGE_TOKEN, CDN_KIND }) =>
    Boolean(CDN_PURGE_TOKEN) || !WITH_TOKEN.includes(CDN_KIND ?? kindOfHost(String(CDN_PURGE_URL))),
  { path: ['CDN_PURGE_TOKEN'], message: 'must be set for Fastly and Cloudflare', when: always },
)

/** Servers share their ports with each other, so the system would give requests of readers to the metrics. */
export const ownMetricsPorts = z.refine<Given<'PORT' | 'METRICS_PORT' | 'SERVERS'>>(
  ({ PORT, METRICS_PORT, SERVERS }) => {
    // A program by itself has no SERVERS, and takes one port.
    const further = SERVERS === 'auto' ? MAX_AUTO_SERVERS : Number(SERVERS ?? 0)
    const distance = Number(PORT) - Number(METRICS_PORT)
    return !(distance >= 0 && distance <= further)
  },
  {
    path: ['METRICS_PORT'],
    message: 'takes a port for each server and one for the worker, and PORT must not be one of them',
    when: always,
  },
)

/** Only months that are dropped are archived. */
export const archiveOfDropped = z.refine<Given<'VIEW_ARCHIVE' | 'VIEW_RETENTION_MONTHS'>>(
  ({ VIEW_ARCHIVE, VIEW_RETENTION_MONTHS }) => VIEW_ARCHIVE !== 'on' || VIEW_RETENTION_MONTHS !== 0,
  {
    path: ['VIEW_ARCHIVE'],
    message: 'goes together with VIEW_RETENTION_MONTHS: months are archived before they are dropped',
    when: always,
  },
)

export const directDatabase = z.refine<Given<'DATABASE_URL' | 'DATABASE_DIRECT_URL'>>(
  (env) => !env.DATABASE_DIRECT_URL || Boolean(env.DATABASE_URL),
  {
    path: ['DATABASE_DIRECT_URL'],
    message: 'goes together with DATABASE_URL: that is the address of its pooler',
    when: always,
  },
)

export const wholeDatabase = z.refine<Given<'DATABASE_URL' | 'MIGRATION_DATABASE_URL'>>(
  (env) => !env.MIGRATION_DATABASE_URL || Boolean(env.DATABASE_URL),
  {
    path: ['MIGRATION_DATABASE_URL'],
    message: 'goes together with DATABASE_URL: the embedded Postgres has a role for each by itself',
    when: always,
  },
)

const BACKUP_BUCKET = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_BUCKET',
  'BACKUP_S3_ACCESS_KEY',
  'BACKUP_S3_SECRET_KEY',
] as const

/** With half of a bucket’s settings the backups would go to the disk without a word. */
export const wholeBackupBucket = z.refine<Given<(typeof BACKUP_BUCKET)[number] | 'BACKUP_S3_REGION'>>(
  (env) => {
    const count = BACKUP_BUCKET.filter((name) => env[name]).length
    return count === BACKUP_BUCKET.length || (count === 0 && !env.BACKUP_S3_REGION)
  },
  {
    path: ['BACKUP_S3_ENDPOINT'],
    message:
      'goes together with BACKUP_S3_BUCKET, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY: set all or none',
    when: always,
  },
)

export const oneBackupPlace = z.refine<Given<'BACKUP_DIR' | 'BACKUP_S3_BUCKET'>>(
  (env) => !env.BACKUP_DIR || !env.BACKUP_S3_BUCKET,
  {
    path: ['BACKUP_DIR'],
    message: 'goes without BACKUP_S3_BUCKET: set one of them, or neither',
    when: always,
  },
)

export const oneBackupLock = z.refine<Given<'BACKUP_PASSPHRASE' | 'BACKUP_RECIPIENT'>>(
  (env) => !env.BACKUP_PASSPHRASE || !env.BACKUP_RECIPIENT,
  {
    path: ['BACKUP_RECIPIENT'],
    message: 'goes without BACKUP_PASSPHRASE: set one of them, or neither',
    when: always,
  },
)

export const walOfEmbedded = z.refine<Given<'BACKUP_WAL' | 'DATABASE_URL'>>(
  (env) => env.BACKUP_WAL !== 'on' || !env.DATABASE_URL,
  {
    path: ['BACKUP_WAL'],
    message:
      'goes without DATABASE_URL: it archives the embedded Postgres, and who runs another one archives it with the tools of Postgres',
    when: always,
  },
)

export const wholeAdmin = z.refine<Given<'ADMIN_EMAIL' | 'ADMIN_PASSWORD'>>(
  (env) => !env.ADMIN_EMAIL === !env.ADMIN_PASSWORD,
  {
    path: ['ADMIN_EMAIL'],
    message: 'goes together with ADMIN_PASSWORD: set both or neither',
    when: always,
  },
)

export const longAdminPassword = z.refine<Given<'ADMIN_PASSWORD' | 'PASSWORD_MIN_LENGTH'>>(
  ({ ADMIN_PASSWORD, PASSWORD_MIN_LENGTH }) =>
    typeof ADMIN_PASSWORD !== 'string' || !(ADMIN_PASSWORD.length < Number(PASSWORD_MIN_LENGTH)),
  { path: ['ADMIN_PASSWORD'], message: 'must be at least as long as PASSWORD_MIN_LENGTH says', when: always },
)
