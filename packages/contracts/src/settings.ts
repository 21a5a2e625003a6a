import { z } from 'zod'

// What the settings of server, worker and command line have in common. Read by each app's env.ts.

type Environment = Record<string, string | undefined>

/**
 * The environment as a schema sees it, in which an empty value counts as unset.
 * @throws Error that lists every problem at once, a line each
 */
export function readSettings<Schema extends z.ZodType>(schema: Schema, source: Environment): z.infer<Schema> {
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value !== '')
  const result = schema.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  const lines = result.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
  throw new Error(`The settings are not right:\n${[...new Set(lines)].join('\n')}`)
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export const logLevel = z.enum(levels, `must be one of ${levels.join(', ')}`).default('info')

/** A whole number between two bounds, both included. */
export const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback)

export const timezone = z.string().refine(isTimezone, 'must be a time zone such as Africa/Nairobi')

/** The address of a server, without a path. */
export const origin = z.url({
  protocol: /^https?$/,
  error: 'must be a web address such as https://example.org',
})

/** Where files are kept: in `DATA_DIR`, or in a bucket when `S3_*` is set. */
export const storageFields = {
  DATA_DIR: z.string().default('.data'),
  S3_ENDPOINT: origin.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name: 3 to 63 of a-z, 0-9, "." and "-"')
    .optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
}

const BUCKET = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

/** A bucket that is half described would silently be the disk: refused. */
export const wholeBucket = z.refine<Partial<Record<keyof typeof storageFields, unknown>>>(
  (env) => {
    const count = BUCKET.filter((name) => env[name]).length
    return count === BUCKET.length || (count === 0 && !env.S3_REGION)
  },
  {
    path: ['S3_ENDPOINT'],
    message: 'goes together with S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY: set all or none',
  },
)

function isTimezone(name: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false // that is how Intl says no
  }
}
