import { randomBytes } from 'node:crypto'
import { connect } from '@nightdesk/db'
import { createApp } from './app.ts'
import { createDependencies } from './context.ts'
import { type Env, readEnvWith, siteUrl } from './env.ts'
import { createLog } from './log.ts'
import { builtWeb } from './pages/web.ts'

/**
 * Opens the public site in this process without listening to a port, as anybody sees it who is not signed in.
 * @param settings the database, and what else differs from the environment
 */
export async function openSiteCopy(settings: Partial<Record<keyof Env, string>>) {
  await using opened = new AsyncDisposableStack()
  // Nobody signs in here, so no key is read, or made.
  const secrets = { JWT_SECRET: randomBytes(48).toString('base64'), JWT_SECRET_PREVIOUS: undefined }
  const env = { ...readEnvWith(settings), SMTP_URL: undefined, ...secrets }
  const log = createLog('silent')
  const connection = connect(env.DATABASE_URL)
  opened.defer(connection.close)
  const dependencies = await createDependencies(env, connection, log, true)
  const app = await createApp({ dependencies, web: await builtWeb(), log, eventLoop: NEVER_LATE })
  opened.defer(() => app.close())
  const parts = opened.move()
  return {
    /** Origin, without a slash at the end. */
    url: siteUrl(env),
    /** The answer for a path with its query; its type is a media type without parameters. */
    async get(url: string) {
      const { statusCode, headers, rawPayload } = await app.inject({ url, headers: AS_A_BROWSER })
      const [type = ''] = String(headers['content-type'] ?? '').split(';')
      return { status: statusCode, type, location: headers.location, body: rawPayload }
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

const AS_A_BROWSER = { 'accept-encoding': 'identity', accept: 'text/html,*/*' }

/** One request follows the other, so none has to be refused. */
const NEVER_LATE = { isLate: false, [Symbol.dispose]() {} }
