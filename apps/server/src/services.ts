import { createSecretKey } from 'node:crypto'
import type { Connection } from '@nightdesk/db'
import { openStore } from '@nightdesk/storage'
import { createPasswords } from './auth/passwords.ts'
import { createTokens } from './auth/tokens.ts'
import { createBackground } from './background.ts'
import type { Services } from './context.ts'
import { type Env, mailSender, siteUrl } from './env.ts'
import { createMailer } from './mail/mailer.ts'
import { createPageStore } from './pages/page-store.ts'
import { createViewLimiter } from './published/view-outcome.ts'
import { createViewRecorder } from './published/view-recorder.ts'
import { signingSecret } from './secret.ts'

/** Everything that lives as long as the process. Asks the database for the key that all servers share. */
export async function createServices(env: Env, { db, pool }: Connection): Promise<Services> {
  const visitorKey = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'visitor-hash')
    .executeTakeFirstOrThrow()
  return {
    db,
    storage: await openStore(env),
    storage_limit: env.STORAGE_LIMIT_BYTES,
    data_dir: env.DATA_DIR,
    database_label: databaseLabel(env.DATABASE_URL),
    pages: createPageStore(),
    passwords: createPasswords(),
    tokens: createTokens(await signingSecret(env.JWT_SECRET, env.DATA_DIR)),
    mailer: await createMailer(env.SMTP_URL, mailSender(env)),
    background: createBackground(),
    views: createViewRecorder(pool, env.SITE_TIMEZONE),
    view_limiter: createViewLimiter(env.VIEW_LIMIT_PER_MINUTE),
    visitor_key: createSecretKey(visitorKey.value),
    site: { name: env.SITE_NAME, tagline: env.SITE_TAGLINE, url: siteUrl(env), timezone: env.SITE_TIMEZONE },
    security_contact: env.SECURITY_CONTACT ?? null,
    session_days: env.SESSION_DAYS,
    password_min_length: env.PASSWORD_MIN_LENGTH,
    now: () => new Date().toISOString(),
  }
}

/** The address without user, password or query. The embedded database has no host: it listens on a socket. */
export function databaseLabel(url: string): string {
  const [, host, name] = /^postgres(?:ql)?:\/\/(?:[^?]*@)?([^/?]*)\/?([^?]*)/.exec(url) ?? []
  return `postgresql://${host || 'embedded'}/${name || 'nightdesk'}`
}
