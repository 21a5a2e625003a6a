import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@nightdesk/client'
import { ageViewDays, type Connection, rebuildViews } from '../../packages/db/src/index.ts'
import { NOON, passDays } from '../../packages/db/src/testing.ts'
import { startTwoServers, type TwoServers } from './two-servers.ts'
import { compareFigures } from './views/compare.ts'
import { type Attempt, type Story, writeLog } from './views/log.ts'
import type { Event } from './views/truth.ts'

interface ViewsOptions {
  seed: string
  requests: number
  isPooled?: boolean
}

const CLIENTS = 4
/** Concurrent requests of a client. */
const AT_ONCE = 16
/** Days between the days of the log: some are within windows of 7 and 30 days, some before them, and the first ages. */
const DAYS_BETWEEN = [95, 12, 9, 4, 3, 1, 1, 0]
const LIMIT = 20

/** Sends a log with known figures through two servers on one database, day by day, and compares every figure. */
export async function tortureViews({ seed, requests, isPooled }: ViewsOptions) {
  const env = {
    TRUST_PROXY: '127.0.0.1',
    SITE_TIMEZONE: NOON,
    VIEW_LIMIT_PER_MINUTE: String(LIMIT),
  }
  await using site = await startTwoServers({ env, isPooled })
  const [, client] = site.clients
  const stories = await writeStories(client)
  const events: Event[] = []
  const problems: string[] = []
  const perDay = Math.ceil(requests / DAYS_BETWEEN.length)
  for (const [index, days] of DAYS_BETWEEN.entries()) {
    const log = writeLog(`${seed} day ${index}`, perDay, stories, LIMIT)
    const outcomes = await sendAll(site, log, problems)
    events.push(...outcomes)
    if (days === 0) break
    await passDays(site.db, days)
    for (const event of events) event.age += days
    await ageViewDays(site.db, NOON)
  }
  await summarise(client)
  problems.push(...(await compareFigures(client, events, stories)))
  problems.push(...(await recount(site.db)))
  const counted = events.filter(({ outcome }) => outcome === null).length
  const lines = [`Views attempted      ${events.length}, counted ${counted}`]
  return { requests: events.length, counted, lines, problems }
}

/** Creates five published stories with several versions, and a draft. */
async function writeStories({ articles, versions }: Client): Promise<Story[]> {
  const stories: Story[] = []
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Draft']) {
    const { id } = await articles.create.mutate({ title, content: [] })
    await articles.update.mutate({ id, title: `${title}, revised` })
    if (title !== 'Draft') await articles.publish.mutate({ id })
    const written = await versions.list.query({ id })
    stories.push({
      id,
      isPublished: title !== 'Draft',
      versions: written.map(({ id, version_number }) => ({ id, version_number })),
    })
  }
  return stories
}

/** Sends the log with several clients, each to both servers. */
async function sendAll(site: TwoServers, log: Attempt[], problems: string[]): Promise<Event[]> {
  const events: Event[] = []
  let next = 0
  const client = async () => {
    while (next < log.length) {
      const first = next
      next += AT_ONCE
      const part = log.slice(first, next)
      events.push(
        ...(await Promise.all(part.map((attempt, index) => send(site, attempt, first + index, problems)))),
      )
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return events
}

async function send(site: TwoServers, attempt: Attempt, number: number, problems: string[]): Promise<Event> {
  const { story, session_id, version_id, referrer, device, staff, network, headers } = attempt
  const response = await fetch(`${site.urls[number % 2]}/api/articles/${story.id}/view`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': device.user_agent,
      'x-forwarded-for': network,
      ...(staff && { authorization: `Bearer ${site.token}` }),
      ...headers,
    },
    body: JSON.stringify({ session_id, version_id, referrer, user_agent: 'Firefox' }),
  })
  const answer = (await response.json()) as { counted?: boolean; reason?: string | null } // or the body of a 404
  const answered = response.status === 404 ? 'unknown_article' : answer.counted ? null : answer.reason
  const outcome = attempt.outcome !== 'flood' ? attempt.outcome : answered === 'limited' ? 'limited' : null
  if (answered !== outcome)
    problems.push(
      `an attempt that is ${outcome ?? 'a view'} was answered with ${response.status}, ${answered}`,
    )
  return { ...attempt, outcome, age: 0 }
}

const SUMMARY_LIMIT = 60_000

/** Waits for a summary that started after the last request. */
async function summarise({ workers, analytics }: Client) {
  const before = (await analytics.overview.query({ period: 'today' })).as_of
  await workers.triggerAnalytics.mutate({})
  for (const begun = performance.now(); performance.now() - begun < SUMMARY_LIMIT; await sleep(100)) {
    const summary = await analytics.latest.query({})
    if (summary && summary.generated_at > before) return
  }
  throw new Error('No worker has made an analytics summary')
}

/** Recounts all days of the log, up to today in any time zone. */
async function recount(db: Connection['db']): Promise<string[]> {
  const { differences } = await rebuildViews(db, { first_day: '2000-01-01', last_day: '2999-12-31' })
  return Object.entries(differences).map(
    ([table, { missing, extra }]) =>
      `a recount of ${table} has ${missing} rows that it lacks, and lacks ${extra}`,
  )
}
