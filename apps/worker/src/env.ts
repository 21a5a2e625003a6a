import { z } from 'zod'

const schema = z.object({
  DATABASE_URL: z.string('must be set: the address of a Postgres database'),
  SITE_TIMEZONE: z.string().default('UTC'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
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
