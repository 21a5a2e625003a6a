import {
  archiveOfDropped,
  cdnToken,
  databaseUrl,
  readSettings,
  settings,
  WORKER_SETTINGS,
  wholeBucket,
  wholeCdn,
} from '@nightdesk/config'
import { z } from 'zod'

const schema = settings
  .pick(WORKER_SETTINGS)
  .extend({ DATABASE_URL: databaseUrl, REUSE_PORT: z.literal('1').optional() })
  .check(wholeBucket, wholeCdn, cdnToken, archiveOfDropped)

export type Env = z.infer<typeof schema>

/** Reads the environment. @throws SettingsError that lists every problem at once */
export const readEnv = (source = process.env): Env => readSettings(schema, source)
