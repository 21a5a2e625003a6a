import {
  logLevel,
  readSettings,
  storageFields,
  timezone,
  wholeBucket,
  wholeNumber,
} from '@nightdesk/contracts/settings'
import { z } from 'zod'

const schema = z
  .object({
    DATABASE_URL: z.string('must be set: the address of a Postgres database'),
    ...storageFields,
    SITE_TIMEZONE: timezone.default('UTC'),
    VIEW_RETENTION_MONTHS: wholeNumber(0, 0, 1200),
    LOG_LEVEL: logLevel,
  })
  .check(wholeBucket)

export type Env = z.infer<typeof schema>

/** The environment, read once. @throws Error that lists every problem at once, a line each */
export const readEnv = (source = process.env): Env => readSettings(schema, source)
