import { password, username } from '@nightdesk/contracts'
import {
  logLevel,
  origin,
  readSettings,
  storageFields,
  timezone,
  wholeBucket,
  wholeNumber,
} from '@nightdesk/contracts/settings'
import { z } from 'zod'

const mailServer = z.url({
  protocol: /^smtps?$/,
  error: 'must be an address such as smtp://user:password@mail.example.org:587',
})

const schema = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    PORT: wholeNumber(3000, 0, 65_535),
    HOST: z.string().default('127.0.0.1'),
    DATABASE_URL: z.string('must be set: the address of a Postgres database'),
    ...storageFields,
    STORAGE_LIMIT_BYTES: wholeNumber(10 * 1024 ** 3, 0, Number.MAX_SAFE_INTEGER),
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
    SESSION_DAYS: wholeNumber(30, 1, 365),
    PASSWORD_MIN_LENGTH: wholeNumber(6, 6, 128),
    VIEW_LIMIT_PER_MINUTE: wholeNumber(120, 0, 1_000_000),
    LOG_LEVEL: logLevel,
  })
  .refine((env) => !env.ADMIN_EMAIL === !env.ADMIN_PASSWORD, {
    path: ['ADMIN_EMAIL'],
    message: 'goes together with ADMIN_PASSWORD: set both or neither',
  })
  .check(wholeBucket)

export type Env = z.infer<typeof schema>

/** The environment, read once. @throws Error that lists every problem at once, a line each */
export const readEnv = (source = process.env): Env => readSettings(schema, source)

/** `https://example.org`, without a slash at the end. */
export const siteUrl = ({ SITE_URL, HOST, PORT }: Env) =>
  (SITE_URL ?? `http://${HOST}:${PORT}`).replace(/\/+$/, '')

/** Whom mails come from: by default, an address at the host of the site. */
export const mailSender = (env: Env) => ({
  name: env.SITE_NAME,
  address: env.SMTP_FROM ?? `nightdesk@${new URL(siteUrl(env)).hostname}`,
})
