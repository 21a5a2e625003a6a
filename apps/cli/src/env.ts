import { resolve } from 'node:path'
import {
  httpUrl,
  longAdminPassword,
  readSettings,
  settings,
  wholeAdmin,
  wholeBucket,
  wholeDatabase,
} from '@nightdesk/config'
import type { z } from 'zod'

const schema = settings.check(wholeDatabase, wholeBucket, wholeAdmin, longAdminPassword).transform((env) => ({
  ...env,
  DATA_DIR: resolve(env.DATA_DIR),
  SITE_URL: env.SITE_URL ?? httpUrl(env.HOST, env.PORT),
}))

/** All settings: what is wrong with those of the server and the worker is told before anything starts. */
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
