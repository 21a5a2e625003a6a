import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { defineCommand } from 'citty'
import { createClient } from '../demo/client.ts'
import { type Progress, publishStories } from '../demo/publish-stories.ts'
import { addTraffic } from '../demo/traffic/add-traffic.ts'
import { uploaderTo } from '../demo/upload-image.ts'
import { type Env, httpUrl, readEnv } from '../env.ts'
import { sitePrograms } from '../site.ts'
import { waitUntilReady } from '../supervisor/ready.ts'
import { supervise } from '../supervisor.ts'

/** What would lead the demo to data of a real site. */
const REAL_DATA = [
  'DATABASE_URL',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'S3_REGION',
  'JWT_SECRET',
  'SMTP_URL',
]

export const demo = defineCommand({
  meta: {
    name: 'demo',
    description: 'Run a fresh site with sample stories; whatever the last demo held is gone',
  },
  args: { traffic: { type: 'boolean', description: 'Add a year of readers, for the figures to show' } },
  async run({ args }) {
    for (const name of REAL_DATA) delete process.env[name]
    const admin = { username: 'demo@nightdesk.example', password: randomBytes(9).toString('base64url') }
    // A directory below DATA_DIR, never DATA_DIR itself: it is deleted.
    const directory = join(readEnv().DATA_DIR, 'demo')
    await rm(directory, { recursive: true, force: true })
    // The supervisor and its programs read their settings here.
    Object.assign(process.env, {
      DATA_DIR: directory,
      ADMIN_EMAIL: admin.username,
      ADMIN_PASSWORD: admin.password,
    })
    fillWhenReady(readEnv(), admin, args.traffic).catch((error) =>
      console.error('The demo could not be filled:', error),
    )
    await supervise(sitePrograms({ mode: 'production' }))
  },
})

interface Admin {
  username: string
  password: string
}

async function fillWhenReady(env: Env, admin: Admin, traffic = false) {
  await waitUntilReady(env, new AbortController().signal)
  const url = httpUrl(env.HOST, env.PORT)
  const { token } = await createClient(url).auth.login.mutate(admin)
  const client = createClient(url, token)
  await publishStories(client, uploaderTo(url, token), print)
  if (traffic) await addTraffic(env, client, (line) => console.log(line))
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

const print = ({ title, done, total }: Progress) => console.log(`Published ${done} of ${total}: ${title}`)
