import { SettingsError } from '@nightdesk/contracts/settings'
import { connect } from '@nightdesk/db'
import { createApp } from './app.ts'
import { prepareFirstAdmin } from './auth/first-admin.ts'
import { createDependencies } from './dependencies.ts'
import { type Env, forgetSecrets, readEnv } from './env.ts'
import { createLog } from './log.ts'
import { listenForChanges } from './pages/listen-for-changes.ts'
import { builtWeb, sourceWeb } from './pages/web.ts'

/** Tells the supervisor that starting again will not help. */
const EXIT_CONFIGURATION = 78

async function main(env: Env) {
  const log = createLog(env.LOG_LEVEL)
  const connection = connect(env.DATABASE_URL, {
    onError: (error) => log.warn({ err: error }, 'A database connection broke'),
  })
  const dependencies = await createDependencies(env, connection, log)
  const web = env.NODE_ENV === 'development' ? await sourceWeb() : await builtWeb()
  const app = await createApp({ dependencies, web, log, trustProxy: env.TRUST_PROXY })
  const changes = listenForChanges(env.DATABASE_URL, dependencies.pages, log)
  const notice = await prepareFirstAdmin(dependencies, env)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await app.close()
    await changes.stop()
    await connection.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  await app.listen({ port: env.PORT, host: env.HOST })
  // Not a log line: it may hold a one-time link, which no log should keep.
  if (notice) process.stdout.write(`${notice}\n`)
}

try {
  const env = readEnv()
  forgetSecrets()
  await main(env)
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException // whatever is thrown here is an Error
  const isSetting = error instanceof SettingsError || code === 'EADDRINUSE' || code === 'EACCES'
  process.stderr.write(
    `${code === 'EADDRINUSE' ? `The port is taken: ${message}. Set PORT to another one.` : message}\n`,
  )
  process.exit(isSetting ? EXIT_CONFIGURATION : 1)
}
