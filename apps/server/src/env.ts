import { password, username } from '@nightdesk/contracts'
import { z } from 'zod'

const number = (fallback: number, min: number, max: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback)

const timezone = z.string().refine(isTimezone, 'must be a time zone such as Africa/Nairobi')
const origin = z.url({ protocol: /^https?$/, error: 'must be a web address such as https://example.org' })

const mailServer = z.url({
  protocol: /^smtps?$/,
  error: 'must be an address such as smtp://user:password@mail.example.org:587',
})

const schema = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    PORT: number(3000, 0, 65_535),
    HOST: z.string().default('127.0.0.1'),
    DATABASE_URL: z.string('must be set: the address of a Postgres database'),
    DATA_DIR: z.string().default('.data'),
    STORAGE_LIMIT_BYTES: number(10 * 1024 ** 3, 0, Number.MAX_SAFE_INTEGER),
    SITE_URL: origin.optional(),
    SITE_NAME: z.string().max(100).default('The Night Desk'),
    SITE_TAGLINE: z.string().max(300).default('Short stories and science fiction, read by lamplight'),
    SITE_TIMEZONE: timezone.default('UTC'),
    JWT_SECRET: z.string().min(32, 'must be at least 32 bytes long').optional(),
    ADMIN_EMAIL: username.optional(),
    ADMIN_PASSWORD: password.optional(),
    TRUST_PROXY: z.string().optional(),
    SMTP_URL: mailServer.optional(),
    SMTP_FROM: username.optional(),
    SESSION_DAYS: number(30, 1, 365),
    PASSWORD_MIN_LENGTH: number(6, 6, 128),
    VIEW_LIMIT_PER_MINUTE: number(120, 0, 1_000_000),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .refine((env) => !env.ADMIN_EMAIL === !env.ADMIN_PASSWORD, {
    path: ['ADMIN_EMAIL'],
    message: 'goes together with ADMIN_PASSWORD: set both or neither',
  })

export type Env = z.infer<typeof schema>

/** The environment, read once. @throws Error that lists every problem at once, a line each */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value !== '')
  const result = schema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
  throw new Error(`The settings are not right:\n${lines.join('\n')}`)
}

/** `https://example.org`, without a slash at the end. */
export const siteUrl = ({ SITE_URL, HOST, PORT }: Env) =>
  (SITE_URL ?? `http://${HOST}:${PORT}`).replace(/\/+$/, '')

/** Whom mails come from: by default, an address at the host of the site. */
export const mailSender = (env: Env) => ({
  name: env.SITE_NAME,
  address: env.SMTP_FROM ?? `nightdesk@${new URL(siteUrl(env)).hostname}`,
})

function isTimezone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false // that is how Intl says no
  }
}
