import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { requireStopped } from '@nightdesk/backup'
import { createClient, uploaderTo } from '@nightdesk/client'
import { explain, httpUrl, settings } from '@nightdesk/config'
import { addTraffic } from '../demo/ledger.ts'
import { publishStories, shareDraft } from '../demo/publish-stories.ts'
import { type Env, readEnv } from '../env.ts'
import { sitePrograms } from '../supervisor/program.ts'
import { waitUntilReady } from '../supervisor/ready.ts'
import { listenForSignals } from '../supervisor/signals.ts'
import { supervise } from '../supervisor/supervise.ts'
import { generatePassword } from './user.ts'

/** The settings that a demo has of its site. With any other it could use the database, the bucket or the CDN of that site. */
const KEPT = new Set([
  'PORT',
  'HOST',
  'SERVERS',
  'METRICS_PORT',
  'METRICS_HOST',
  'DATA_DIR',
  'SITE_URL',
  'SITE_NAME',
  'SITE_TAGLINE',
  'SITE_TIMEZONE',
  'SESSION_DAYS',
  'PASSWORD_MIN_LENGTH',
  'TRUST_PROXY',
  'DRAIN_SECONDS',
  'LOG_LEVEL',
])

export const demo = new Command('demo')
  .description('Run a fresh site with sample stories; whatever the last demo held is gone')
  .option('--traffic', 'Add a year of readers, for the figures to show')
  .action(async ({ traffic }) => {
    for (const name of Object.keys(settings.shape)) if (!KEPT.has(name)) delete process.env[name]
    const env = readEnv()
    const admin = { username: 'demo@nightdesk.example', password: generatePassword(env) }
    // A directory inside DATA_DIR, because the whole directory is deleted.
    const directory = join(env.DATA_DIR, 'demo')
    await requireStopped(directory)
    await rm(directory, { recursive: true, force: true })
    // The supervisor and its programs read their settings from the environment.
    Object.assign(process.env, {
      DATA_DIR: directory,
      ADMIN_EMAIL: admin.username,
      ADMIN_PASSWORD: admin.password,
    })
    const { stop } = listenForSignals()
    fillWhenReady(readEnv(), admin, stop, traffic).catch((error) => {
      if (!stop.aborted) console.error(`The demo could not be filled: ${explain(error)}`)
    })
    await supervise(sitePrograms())
  })

async function fillWhenReady(
  env: Env,
  admin: { username: string; password: string },
  stop: AbortSignal,
  traffic = false,
) {
  const report = (line: string) => console.log(line)
  await waitUntilReady(env, stop)
  const url = httpUrl(env.HOST, env.PORT)
  const { token } = await createClient(url).auth.login.mutate(admin)
  const client = createClient(url, token)
  await publishStories(client, uploaderTo(url, token), report)
  await shareDraft(client)
  if (traffic) await addTraffic(env, client, report)
  await client.auth.logout.mutate({})
  console.log(
    [
      '',
      `  Read at     ${env.SITE_URL}`,
      `  Sign in at  ${env.SITE_URL}/admin/login`,
      `  Email       ${admin.username}`,
      `  Password    ${admin.password}`,
      '',
    ].join('\n'),
  )
}
