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

/** By which Node trusts the certificates of a bucket or a database: of the environment, all that a process of the worker needs. */
const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'NODE_USE_SYSTEM_CA']

/** The environment of a process that gets its settings with its task. */
export const trustedCertificates = (source = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(source).filter(([name]) => CERTIFICATES.includes(name)))
