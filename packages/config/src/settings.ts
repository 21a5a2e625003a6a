import { password, username } from '@nightdesk/contracts/accounts'
import { isTimezone, MAX_SITE_NAME, MAX_TAGLINE } from '@nightdesk/contracts/site'
import { BACKUP_INTERVALS } from '@nightdesk/contracts/work'
import { z } from 'zod'

const CDN_KINDS = ['fastly', 'cloudflare', 'varnish'] as const

/** Each takes other requests to purge what it caches. */
export type CdnKind = (typeof CDN_KINDS)[number]

/** The kind of CDN that takes purges at an address. Any host but the two known ones is a Varnish. */
export function kindOfHost(address: string): CdnKind {
  const host = URL.parse(address)?.hostname
  if (host === 'api.fastly.com') return 'fastly'
  return host === 'api.cloudflare.com' ? 'cloudflare' : 'varnish'
}

/** A whole number between two bounds, both included. */
const wholeNumber = (fallback: number, min: number, max: number) =>
  wholeNumberBetween(min, max).default(fallback)

/** The same without a default. */
const wholeNumberBetween = (min: number, max: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)

/** The same, or `auto`. */
const autoOr = (min: number, max: number) =>
  z.union(
    [z.literal('auto'), wholeNumberBetween(min, max)],
    `must be auto, or a whole number from ${min} to ${max}`,
  )

/** The address of a server, without a path or a slash at the end: nothing here can be served below a path. */
const origin = z
  .string()
  .refine(isOrigin, 'must be a web address without a path, such as https://example.org')
  .transform((address) => new URL(address).origin)

/** Where a CDN takes purges. A token has its own setting, as addresses are logged; it is sent to these two by TLS only. */
const cdnAddress = z
  .string()
  .refine(
    isCdnAddress,
    'must be a web address without a user, such as https://api.fastly.com/service/SERVICE/purge',
  )

/** Entries between commas. Blank entries are ignored. */
const list = z.string().transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))

const network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'linklocal', 'uniquelocal'])],
  'must be off, or networks such as 10.0.0.0/8 or loopback, between commas',
)

/** Networks between commas; `off` is an empty list. */
const networks = list.transform((entries) => (entries.join() === 'off' ? [] : entries)).pipe(z.array(network))

const databaseUrl = z
  .string('must be set: the address of a Postgres database')
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')

const secret = z.string().min(32, 'must be at least 32 bytes long')

const shortText = (max: number) => z.string().max(max, `must be at most ${max} characters long`)

const timezone = z.string().refine(isTimezone, 'must be a time zone such as Africa/Nairobi')

function isOrigin(text: string) {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

function isCdnAddress(text: string) {
  const url = URL.parse(text)
  if (url === null || url.username || url.password || url.hash) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && kindOfHost(text) === 'varnish')
}

const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name: 3 to 63 of a-z, 0-9, "." and "-"')

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const MAX_SERVERS = 64
/** The most servers that `auto` starts. */
export const MAX_AUTO_SERVERS = 8

/** The settings that server and worker read. */
const ofBoth = {
  // Each process takes one: the servers from this one on, then the worker.
  METRICS_PORT: wholeNumberBetween(1, 65_535 - MAX_SERVERS).optional(),
  // Apart from HOST: a site that everybody reaches does not show them its metrics.
  METRICS_HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  SITE_URL: origin.optional(),
  SITE_TIMEZONE: timezone.default('UTC'),
  CDN_PURGE_URL: cdnAddress.optional(),
  S3_ENDPOINT: origin.optional(),
  S3_BUCKET: bucketName.optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  BACKUP_EVERY: z.enum(BACKUP_INTERVALS, `must be one of ${BACKUP_INTERVALS.join(', ')}`).optional(),
  BACKUP_WAL: z.enum(['on', 'off'], 'must be on or off').default('off'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_ENDPOINT: origin.optional(),
  BACKUP_S3_BUCKET: bucketName.optional(),
  LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
}

const ofServer = {
  PORT: wholeNumber(3000, 1, 65_535),
  HOST: z.string().default('127.0.0.1'),
  // Where they are not set, an admin decides.
  SITE_NAME: shortText(MAX_SITE_NAME).optional(),
  SITE_TAGLINE: shortText(MAX_TAGLINE).optional(),
  ADMIN_EMAIL: username.optional(),
  ADMIN_PASSWORD: password.optional(),
  SECURITY_CONTACT: z
    .url({
      protocol: /^(https|mailto|tel)$/,
      error: 'must be an address such as mailto:security@example.org or https://example.org/security',
    })
    .optional(),
  JWT_SECRET: secret.optional(),
  JWT_SECRET_PREVIOUS: secret.optional(),
  SESSION_DAYS: wholeNumber(30, 1, 365),
  PASSWORD_MIN_LENGTH: wholeNumber(6, 6, 128),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be an address such as smtp://user:password@mail.example.org:587',
    })
    .optional(),
  SMTP_FROM: username.optional(),
  TRUST_PROXY: networks.default([]),
  DRAIN_SECONDS: wholeNumberBetween(0, 300).optional(),
  STORAGE_LIMIT_BYTES: wholeNumber(10 * 1024 ** 3, 0, Number.MAX_SAFE_INTEGER),
  VIEW_LIMIT_PER_MINUTE: wholeNumber(120, 0, 1_000_000),
}

const ofWorker = {
  CDN_PURGE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be a token without spaces')
    .optional(),
  CDN_KIND: z.enum(CDN_KINDS, `must be one of ${CDN_KINDS.join(', ')}`).optional(),
  VIEW_RETENTION_MONTHS: wholeNumber(0, 0, 1200),
  VIEW_ARCHIVE: z.enum(['on', 'off'], 'must be on or off').default('off'),
  AUDIT_RETENTION_MONTHS: wholeNumber(24, 0, 1200).refine(
    (months) => months === 0 || months >= 3,
    'must be 0, or at least 3',
  ),
  TRUSTED_IMAGE_ORIGINS: list.pipe(z.array(origin)).default([]),
  // What it takes to write a backup. Who only says where backups are needs none of it.
  BACKUP_S3_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_SECRET_KEY: z.string().optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must be at least 12 characters long').optional(),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]+$/, 'must be a public key of age, such as age1…')
    .optional(),
}

/** The settings that neither server nor worker reads. */
const ofCommandLine = {
  SERVERS: autoOr(1, MAX_SERVERS).default(1),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  BACKUP_BEFORE_UPGRADE: z.enum(['on', 'off'], 'must be on or off').default('on'),
}

/** Every setting with its rule and its default. */
export const settings = z.object({ ...ofBoth, ...ofServer, ...ofWorker, ...ofCommandLine })
export type Settings = z.infer<typeof settings>

/** What the supervisor always says: where the database is, and whether other servers listen on the same port. */
const ofProgram = { DATABASE_URL: databaseUrl, REUSE_PORT: z.literal('1').optional() }

export const workerSettings = z.object({ ...ofProgram, ...ofBoth, ...ofWorker })

export const serverSettings = z.object({
  ...ofProgram,
  ...ofBoth,
  ...ofServer,
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
})

/** The variables that decide a field of the site. */
export const SITE_VARIABLES = {
  name: 'SITE_NAME',
  tagline: 'SITE_TAGLINE',
  timezone: 'SITE_TIMEZONE',
} as const

/** The fields of the site that the environment decides. Nobody sets `UTC`, the default, to forbid another time zone. */
export function lockedSite({
  SITE_NAME: name,
  SITE_TAGLINE: tagline,
  SITE_TIMEZONE: timezone,
}: Partial<Pick<Settings, 'SITE_NAME' | 'SITE_TAGLINE' | 'SITE_TIMEZONE'>>) {
  return {
    ...(name && { name }),
    ...(tagline && { tagline }),
    ...(timezone && timezone !== 'UTC' && { timezone }),
  }
}
