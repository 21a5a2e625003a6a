import { readSettings, settingPairs, workerSettings } from '@nightdesk/config'
import type { z } from 'zod'

const schema = workerSettings.check(
  settingPairs.wholeBucket,
  settingPairs.wholeCdn,
  settingPairs.cdnToken,
  settingPairs.archiveOfDropped,
  settingPairs.wholeBackupBucket,
  settingPairs.oneBackupPlace,
  settingPairs.oneBackupLock,
)

export type Env = z.infer<typeof schema>

/** Reads the environment. @throws SettingsError that lists every problem at once */
export const readEnv = (source = process.env): Env => readSettings(schema, source)
