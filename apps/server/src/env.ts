import {
  databaseUrl,
  httpUrl,
  readSettings,
  settings,
  wholeAdmin,
  wholeBucket,
} from '@nightdesk/contracts/settings'
import { z } from 'zod'

const schema = settings
  .omit({ VIEW_RETENTION_MONTHS: true, TRUSTED_IMAGE_ORIGINS: true })
  .extend({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    DATABASE_URL: databaseUrl,
  })
  .check(wholeBucket, wholeAdmin)

export type Env = z.infer<typeof schema>

/** The environment, read once. @throws SettingsError that lists every problem at once */
export const readEnv = (source = process.env): Env => readSettings(schema, source)

/** `https://example.org`, without a slash at the end. */
export const siteUrl = ({ SITE_URL, HOST, PORT }: Env) => SITE_URL ?? httpUrl(HOST, PORT)

/** Whom mails come from: by default, an address at the host of the site. */
export const mailSender = (env: Env) => ({
  name: env.SITE_NAME,
  address: env.SMTP_FROM ?? `nightdesk@${new URL(siteUrl(env)).hostname}`,
})
