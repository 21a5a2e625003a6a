import { resolve } from 'node:path'
import {
  archiveOfDropped,
  cdnToken,
  directDatabase,
  httpUrl,
  longAdminPassword,
  oneBackupLock,
  oneBackupPlace,
  ownMetricsPorts,
  readSettings,
  settings,
  walOfEmbedded,
  wholeAdmin,
  wholeBackupBucket,
  wholeBucket,
  wholeCdn,
  wholeDatabase,
} from '@nightdesk/config'
import type { z } from 'zod'

const schema = settings
  .check(
    directDatabase,
    wholeDatabase,
    wholeBucket,
    wholeCdn,
    cdnToken,
    archiveOfDropped,
    wholeAdmin,
    longAdminPassword,
    wholeBackupBucket,
    oneBackupPlace,
    oneBackupLock,
    ownMetricsPorts,
    walOfEmbedded,
  )
  .transform((env) => ({
    ...env,
    DATA_DIR: resolve(env.DATA_DIR),
    SITE_URL: env.SITE_URL ?? httpUrl(env.HOST, env.PORT),
  }))

/** All settings, so that mistakes in those of the server and the worker are reported before anything starts. */
export type Env = z.infer<typeof schema>

/** Reads the environment. On a mistake it reports all mistakes and exits. */
export function readEnv(): Env {
  try {
    return readSettings(schema, process.env)
  } catch (error) {
    console.error((error as Error).message) // readSettings throws only Errors
    process.exit(1)
  }
}
