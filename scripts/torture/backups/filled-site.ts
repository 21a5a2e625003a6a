import { hash } from 'node:crypto'
import { join } from 'node:path'
import { uploaderTo } from '@nightdesk/client'
import { publishStories } from '../../../apps/cli/src/demo/publish-stories.ts'
import { borrowEmbedded } from '../../../packages/db/src/embedded/start.ts'
import { connect } from '../../../packages/db/src/index.ts'
import { expectSuccess, sendView, signIn } from '../../api.ts'
import { until } from '../../until.ts'

const VIEWS = 40
const READERS = 9

/** Publishes the sample stories with their pictures on a site with the embedded Postgres, and has them read. */
export async function fillSite(url: string, data_dir: string): Promise<void> {
  const { token, client } = await signIn(url)
  await publishStories(client, uploaderTo(url, token))
  const stories = await client.articles.list.query({})
  for (let view = 0; view < VIEWS; view++) {
    const { id, version_id } = stories[view % stories.length]! // the sample has stories
    const session_id = `reader-${view % READERS}`.padEnd(36, '0')
    const { counted } = await expectSuccess(sendView(url, id, { session_id, version_id }))
    if (!counted) throw new Error('A view was not counted')
  }
  await untilNoJobs(data_dir)
}

/** Smaller copies of pictures change the pages. */
async function untilNoJobs(data_dir: string): Promise<void> {
  await using postgres = await borrowEmbedded(join(data_dir, 'postgres'))
  const { pool, close } = connect(postgres.owner_url)
  await until('the smaller copies are made', JOBS_LIMIT, async () => {
    const { rowCount } = await pool.query(
      `select from graphile_worker.jobs where task_identifier = 'make-variants'`,
    )
    return rowCount === 0
  })
  await close()
}

const JOBS_LIMIT = 120_000

/** What people see of a site: hashes of its public pages and pictures by their paths, and the figures of each story. */
export async function lookAt(url: string): Promise<Record<string, string>> {
  // Signing in proves that the account came back.
  const { client } = await signIn(url)
  const seen: Record<string, string> = {}
  const waiting = ['/', '/rss.xml', '/feed.json', '/sitemap.xml']
  for (const path of waiting) {
    const response = await fetch(url + path)
    const bytes = Buffer.from(await response.arrayBuffer())
    seen[path] = `${response.status} ${hash('sha256', bytes)}`
    for (const found of linksIn(bytes.toString())) if (!waiting.includes(found)) waiting.push(found)
  }
  for (const { id, title } of await client.articles.list.query({})) {
    const figures = await client.analytics.article.query({ id, period: 'all' })
    const { views, unique_views, staff_views, versions } = figures
    seen[`figures of ${title}`] = JSON.stringify({ views, unique_views, staff_views, versions })
  }
  return seen
}

/** Stories and pictures. */
const linksIn = (page: string): string[] =>
  page.match(/\/(?:post\/\d+|api\/uploads\/[a-z2-7]{26}\.\w+)(?=["'\s,<)])/g) ?? []
