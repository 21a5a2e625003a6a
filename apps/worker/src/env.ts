import { databaseUrl, readSettings, settings, WORKER_SETTINGS, wholeBucket } from '@nightdesk/config'
import type { z } from 'zod'

const schema = settings.pick(WORKER_SETTINGS).extend({ DATABASE_URL: databaseUrl }).check(wholeBucket)

export type Env = z.infer<typeof schema>

/** Reads the environment. @throws SettingsError that lists every problem at once */
export const readEnv = (source = process.env): Env => readSettings(schema, source)
