import {
  databaseUrl,
  readSettings,
  STORAGE_SETTINGS,
  settings,
  wholeBucket,
} from '@nightdesk/contracts/settings'
import type { z } from 'zod'

const schema = settings
  .pick({
    ...STORAGE_SETTINGS,
    SITE_TIMEZONE: true,
    VIEW_RETENTION_MONTHS: true,
    TRUSTED_IMAGE_ORIGINS: true,
    LOG_LEVEL: true,
  })
  .extend({ DATABASE_URL: databaseUrl })
  .check(wholeBucket)

export type Env = z.infer<typeof schema>

/** The environment, read once. @throws SettingsError that lists every problem at once */
export const readEnv = (source = process.env): Env => readSettings(schema, source)
