import { z } from 'zod'
import { password, username } from './endpoints/users.ts'

type Environment = Record<string, string | undefined>

/** Settings that cannot be as they are: starting again will not help. A line for each, which never holds its value. */
export class SettingsError extends Error {
  override name = 'SettingsError'

  constructor(lines: string[]) {
    super(`The settings are not right:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  }
}

/**
 * The environment as a schema sees it, in which an empty value counts as unset.
 * @throws SettingsError that lists every problem at once
 */
export function readSettings<Schema extends z.ZodType>(schema: Schema, source: Environment): z.infer<Schema> {
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value !== '')
  const result = schema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => settingProblem(String(path[0]), message))
  throw new SettingsError([...new Set(lines)])
}

/** `PORT must be a number`; what is a sentence by itself, as forms show it, stands behind a colon. */
export const settingProblem = (name: string, message: string): string =>
  /^\p{Lu}/u.test(message) ? `${name}: ${message}` : `${name} ${message}`

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** A whole number between two bounds, both included. */
const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback)

/** The address of a whole server: nothing here can live below a path. Without a slash at the end. */
const origin = z
  .string()
  .refine(isOrigin, 'must be a web address without a path, such as https://example.org')
  .transform((address) => new URL(address).origin)

/** Entries between commas; blank ones do not count. */
const list = z.string().transform((text) => text.split(',').flatMap((entry) => entry.trim() || []))

const network = z.union(
  [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(['loopback', 'linklocal', 'uniquelocal'])],
  'must be off, or networks such as 10.0.0.0/8 or loopback, between commas',
)

/** Networks between commas; `off` is none. */
const networks = list.transform((entries) => (entries.join() === 'off' ? [] : entries)).pipe(z.array(network))

export const databaseUrl = z
  .string('must be set: the address of a Postgres database')
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')

const secret = z.string().min(32, 'must be at least 32 bytes long')

/** Every setting, its rule and its default, in the order of the README. Each app picks those that it needs. */
export const settings = z.object({
  PORT: wholeNumber(3000, 1, 65_535),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  MIGRATION_DATABASE_URL: databaseUrl.optional(),
  SITE_URL: origin.optional(),
  SITE_NAME: z.string().max(100, 'must be at most 100 characters long').default('The Night Desk'),
  SITE_TAGLINE: z
    .string()
    .max(300, 'must be at most 300 characters long')
    .default('Short stories and science fiction, read by lamplight'),
  SITE_TIMEZONE: z.string().refine(isTimezone, 'must be a time zone such as Africa/Nairobi').default('UTC'),
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
  S3_ENDPOINT: origin.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name: 3 to 63 of a-z, 0-9, "." and "-"')
    .optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  STORAGE_LIMIT_BYTES: wholeNumber(10 * 1024 ** 3, 0, Number.MAX_SAFE_INTEGER),
  VIEW_LIMIT_PER_MINUTE: wholeNumber(120, 0, 1_000_000),
  VIEW_RETENTION_MONTHS: wholeNumber(0, 0, 1200),
  AUDIT_RETENTION_MONTHS: wholeNumber(24, 0, 1200).refine(
    (months) => months === 0 || months >= 3,
    'must be 0, or at least 3',
  ),
  TRUSTED_IMAGE_ORIGINS: list.pipe(z.array(origin)).default([]),
  LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
})

/** Where files are kept: in `DATA_DIR`, or in a bucket when `S3_*` is set. */
export const STORAGE_SETTINGS = {
  DATA_DIR: true,
  S3_ENDPOINT: true,
  S3_BUCKET: true,
  S3_ACCESS_KEY: true,
  S3_SECRET_KEY: true,
  S3_REGION: true,
} as const

/** What the worker reads, besides the address of the database. */
export const WORKER_SETTINGS = {
  ...STORAGE_SETTINGS,
  SITE_TIMEZONE: true,
  VIEW_RETENTION_MONTHS: true,
  AUDIT_RETENTION_MONTHS: true,
  TRUSTED_IMAGE_ORIGINS: true,
  LOG_LEVEL: true,
} as const

/** Settings that only the worker reads. */
export const ONLY_OF_THE_WORKER = {
  VIEW_RETENTION_MONTHS: true,
  AUDIT_RETENTION_MONTHS: true,
  TRUSTED_IMAGE_ORIGINS: true,
} as const

/** Settings that only the command line reads, which starts the others. */
export const ONLY_OF_THE_COMMAND_LINE = { MIGRATION_DATABASE_URL: true } as const

type Given<Name extends keyof z.infer<typeof settings>> = Partial<Record<Name, unknown>>

/** What two settings say together is told with what is wrong with others. */
const always = () => true

const BUCKET = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

/** A bucket that is half described would silently be the disk: refused. */
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

export const wholeDatabase = z.refine<Given<'DATABASE_URL' | 'MIGRATION_DATABASE_URL'>>(
  (env) => !env.MIGRATION_DATABASE_URL || Boolean(env.DATABASE_URL),
  {
    path: ['MIGRATION_DATABASE_URL'],
    message: 'goes together with DATABASE_URL: the embedded Postgres has a role for each by itself',
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

/** An IPv6 address goes in brackets. */
export const httpUrl = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

function isOrigin(text: string) {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}

/** By name only: what is ahead of UTC for Intl is behind it for Postgres in an offset such as `+05:00`. */
function isTimezone(name: string) {
  try {
    return !/^[+-]/.test(name) && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false // that is how Intl says no
  }
}
