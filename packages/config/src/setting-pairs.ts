import { z } from 'zod'
import { kindOfHost, MAX_AUTO_SERVERS, type settings } from './settings.ts'

type Name = keyof z.infer<typeof settings>
type Given<Of extends Name> = Partial<Record<Of, unknown>>

/** Checks settings with each other. A problem is reported at the first, together with the problems of single ones. */
const together = <Of extends Name>(
  names: readonly [Of, ...Of[]],
  message: string,
  isRight: (env: Given<Of>) => boolean,
) => z.refine<Given<Of>>(isRight, { path: [names[0]], message, when: () => true })

const onlyWith = <Of extends Name>(name: Of, other: Of, reason: string) =>
  together<Of>(
    [name, other],
    `goes together with ${other}: ${reason}`,
    (env) => !env[name] || Boolean(env[other]),
  )

const notWith = <Of extends Name>(name: Of, other: Of) =>
  together<Of>(
    [name, other],
    `goes without ${other}: set one of them, or neither`,
    (env) => !env[name] || !env[other],
  )

/** With half of a bucket’s settings the files would go to the disk without a word. */
const wholeBucket = <Prefix extends 'S3' | 'BACKUP_S3'>(prefix: Prefix) => {
  const needed = (['ENDPOINT', 'BUCKET', 'ACCESS_KEY', 'SECRET_KEY'] as const).map(
    (name) => `${prefix}_${name}` as const,
  )
  return together<`${Prefix}_${'ENDPOINT' | 'BUCKET' | 'ACCESS_KEY' | 'SECRET_KEY' | 'REGION'}`>(
    [`${prefix}_ENDPOINT`],
    `goes together with ${prefix}_BUCKET, ${prefix}_ACCESS_KEY and ${prefix}_SECRET_KEY: set all or none`,
    (env) => {
      const count = needed.filter((name) => env[name]).length
      return count === needed.length || (count === 0 && !env[`${prefix}_REGION`])
    },
  )
}

/** Without a token, these refuse every purge. */
const WITH_TOKEN: readonly unknown[] = ['fastly', 'cloudflare']

/** The command line checks all of them, so that mistakes are reported before anything starts; a program those that it reads. */
export const settingPairs = {
  directDatabase: onlyWith('DATABASE_DIRECT_URL', 'DATABASE_URL', 'that is the address of its pooler'),
  wholeDatabase: onlyWith(
    'MIGRATION_DATABASE_URL',
    'DATABASE_URL',
    'the embedded Postgres has a role for each by itself',
  ),
  wholeBucket: wholeBucket('S3'),
  /** Without the address nothing would be purged. */
  wholeCdn: together(
    ['CDN_PURGE_URL', 'CDN_PURGE_TOKEN', 'CDN_KIND'],
    'goes together with CDN_PURGE_TOKEN and CDN_KIND: set it, or neither of them',
    (env) => Boolean(env.CDN_PURGE_URL) || (!env.CDN_PURGE_TOKEN && !env.CDN_KIND),
  ),
  cdnToken: together(
    ['CDN_PURGE_TOKEN', 'CDN_PURGE_URL', 'CDN_KIND'],
    'must be set for Fastly and Cloudflare',
    ({ CDN_PURGE_URL, CDN_PURGE_TOKEN, CDN_KIND }) =>
      Boolean(CDN_PURGE_TOKEN) || !WITH_TOKEN.includes(CDN_KIND ?? kindOfHost(String(CDN_PURGE_URL))),
  ),
  /** Only months that are dropped are archived. */
  archiveOfDropped: together(
    ['VIEW_ARCHIVE', 'VIEW_RETENTION_MONTHS'],
    'goes together with VIEW_RETENTION_MONTHS: months are archived before they are dropped',
    ({ VIEW_ARCHIVE, VIEW_RETENTION_MONTHS }) => VIEW_ARCHIVE !== 'on' || VIEW_RETENTION_MONTHS !== 0,
  ),
  wholeAdmin: together(
    ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
    'goes together with ADMIN_PASSWORD: set both or neither',
    (env) => !env.ADMIN_EMAIL === !env.ADMIN_PASSWORD,
  ),
  longAdminPassword: together(
    ['ADMIN_PASSWORD', 'PASSWORD_MIN_LENGTH'],
    'must be at least as long as PASSWORD_MIN_LENGTH says',
    ({ ADMIN_PASSWORD, PASSWORD_MIN_LENGTH }) =>
      typeof ADMIN_PASSWORD !== 'string' || !(ADMIN_PASSWORD.length < Number(PASSWORD_MIN_LENGTH)),
  ),
  wholeBackupBucket: wholeBucket('BACKUP_S3'),
  oneBackupPlace: notWith('BACKUP_DIR', 'BACKUP_S3_BUCKET'),
  oneBackupLock: notWith('BACKUP_RECIPIENT', 'BACKUP_PASSPHRASE'),
  /** Servers share their ports with each other, so the system would give requests of readers to the metrics. */
  ownMetricsPorts: together(
    ['METRICS_PORT', 'PORT', 'SERVERS'],
    'takes a port for each server and one for the worker, and PORT must not be one of them',
    ({ PORT, METRICS_PORT, SERVERS }) => {
      // A program by itself has no SERVERS, and takes one port.
      const further = SERVERS === 'auto' ? MAX_AUTO_SERVERS : Number(SERVERS ?? 0)
      const distance = Number(PORT) - Number(METRICS_PORT)
      return !(distance >= 0 && distance <= further)
    },
  ),
  walOfEmbedded: together(
    ['BACKUP_WAL', 'DATABASE_URL'],
    'goes without DATABASE_URL: it archives the embedded Postgres, and who runs another one archives it with the tools of Postgres',
    (env) => env.BACKUP_WAL !== 'on' || !env.DATABASE_URL,
  ),
}
