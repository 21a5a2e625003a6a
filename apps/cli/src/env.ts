import { resolve } from 'node:path'
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

const schema = z
  .object({
    PORT: wholeNumber(3000, 1, 65_535),
    HOST: z.string().default('127.0.0.1'),
    ...storageFields,
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
      .optional(),
    SITE_URL: origin.optional(),
    SITE_TIMEZONE: timezone.default('UTC'),
    PASSWORD_MIN_LENGTH: wholeNumber(6, 6, 128),
    LOG_LEVEL: logLevel,
  })
  .check(wholeBucket)
  .transform((env) => ({
    ...env,
    DATA_DIR: resolve(env.DATA_DIR),
    SITE_URL: env.SITE_URL ?? httpUrl(env.HOST, env.PORT),
  }))

/** What the supervisor itself needs; server and worker read and check their own. */
export type Env = z.infer<typeof schema>

/** Reads the environment. On a problem it reports all and exits. */
export function readEnv(): Env {
  try {
    return readSettings(schema, process.env)
  } catch (error) {
    console.error((error as Error).message) // whatever it throws is an Error
    process.exit(1)
  }
}

/** An IPv6 address goes in brackets. */
export const httpUrl = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
