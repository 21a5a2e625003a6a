import { createClient } from '@nightdesk/client'
import { connect } from '../../packages/db/src/index.ts'
import { signIn } from '../api.ts'
import { until } from '../until.ts'
import type { Site } from './outside.ts'
import { sendPicture } from './pictures.ts'
import { tourSite } from './tour.ts'

const JOBS_LIMIT = 120_000
/** Concurrent uploads. */
const AT_ONCE = 4

/** Writes through one machine, reads through the other, and counts the jobs of their workers. */
export async function tortureMachines(site: Site, pictures: number) {
  const [one, other] = site.stacks
  if (!one || !other) throw new Error('There are no two machines')
  const problems = await tourSite({ output: one.output(), url: one.url, reader: other.url })
  // Sessions are valid on both servers.
  const { token } = await signIn(one.url)
  const { system } = createClient(other.url, token)
  await until('every worker is shown as running', 30_000, async () => {
    const { workers } = await system.status.query({})
    return workers?.workers.filter(({ status }) => status === 'running').length === site.stacks.length
  })
  for (let sent = 0; sent < pictures; sent += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, pictures - sent) }, (_, index) =>
      index % 2 === 0 ? exchange(one.url, other.url, token) : exchange(other.url, one.url, token),
    )
    problems.push(...(await Promise.all(batch)).flat())
  }
  const { jobs, repeated } = await countJobs(site.database.url)
  if (jobs < pictures) problems.push(`${pictures} pictures were uploaded, and ${jobs} jobs done`)
  if (repeated > 0) problems.push(`${repeated} jobs were run more than once`)
  return { jobs, problems: [...problems, ...site.accidents()] }
}

/** Uploads through one server and reads the same bytes through the other. */
async function exchange(from: string, to: string, token: string): Promise<string[]> {
  const { status, data } = await sendPicture(from, token)
  if (status !== 201) return [`an upload was answered with ${status}`]
  const [sent, received] = await Promise.all([from, to].map((url) => fetch(url + data.url)))
  const [here, there] = await Promise.all([sent, received].map((answer) => answer?.bytes()))
  const isSame = received?.status === 200 && here && there && Buffer.compare(here, there) === 0
  return isSame ? [] : [`a picture of the other server was answered with ${received?.status}`]
}

/** Waits until the queue is empty, then counts all jobs. */
async function countJobs(url: string): Promise<{ jobs: number; repeated: number }> {
  const { pool, close } = connect(url)
  try {
    await until('all jobs are done', JOBS_LIMIT, async () => {
      const { rowCount } = await pool.query('select from graphile_worker.jobs where run_at <= now()')
      return rowCount === 0
    })
    const { rows } = await pool.query<{ jobs: number; runs: number }>(
      'select count(distinct job_id) as jobs, count(*) as runs from job_runs',
    )
    const { jobs, runs } = rows[0]! // an aggregate has one row
    return { jobs, repeated: runs - jobs }
  } finally {
    await close()
  }
}
