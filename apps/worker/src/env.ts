import {
  archiveOfDropped,
  cdnToken,
  databaseUrl,
  oneBackupLock,
  oneBackupPlace,
  readSettings,
  settings,
  WORKER_SETTINGS,
  wholeBackupBucket,
  wholeBucket,
  wholeCdn,
} from '@nightdesk/config'
import { z } from 'zod'

const schema = settings
  .pick(WORKER_SETTINGS)
  .extend({ DATABASE_URL: databaseUrl, REUSE_PORT: z.literal('1').optional() })
  .check(wholeBucket, wholeCdn, cdnToken, archiveOfDropped, wholeBackupBucket, oneBackupPlace, oneBackupLock)

export type Env = z.infer<typeof schema>

/** Reads the environment. @throws SettingsError that lists every problem at once */
export const readEnv = (source = process.env): Env => readSettings(schema, source)
