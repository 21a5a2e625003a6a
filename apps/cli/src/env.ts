import { resolve } from 'node:path'
import { z } from 'zod'

const port = 'must be a whole number from 1 to 65535'
const length = 'must be a whole number from 6 to 128'
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const schema = z
  .object({
    PORT: z.coerce.number(port).int(port).min(1, port).max(65535, port).default(3000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z
      .string()
      .default('.data')
      .transform((path) => resolve(path)),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
      .optional(),
    SITE_URL: z
      .url({ protocol: /^https?$/, error: 'must be an address such as https://example.org' })
      .optional(),
    PASSWORD_MIN_LENGTH: z.coerce.number(length).int(length).min(6, length).max(128, length).default(6),
    LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
  })
  .transform((env) => ({ ...env, SITE_URL: env.SITE_URL ?? httpUrl(env.HOST, env.PORT) }))

/** What the supervisor itself needs; server and worker read and check their own. */
export type Env = z.infer<typeof schema>

/** Reads the environment, in which an empty value counts as unset. On a problem it reports all and exits. */
export function readEnv(): Env {
  const values = Object.entries(process.env).filter(([, value]) => value !== '')
  const { data, error } = schema.safeParse(Object.fromEntries(values))
  if (data) return data
  const problems = new Set(error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`))
  console.error(['Nightdesk cannot start. Please correct the environment:', ...problems].join('\n'))
  process.exit(1)
}

/** An IPv6 address goes in brackets. */
export const httpUrl = (host: string, port: number) =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
