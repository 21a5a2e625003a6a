import type { Client } from '@nightdesk/client'
import { signIn } from '../api.ts'
import { startStack } from '../stack.ts'
import { accidentsIn } from './faults.ts'
import type { Report } from './report.ts'
import { runJob, tourSite } from './tour.ts'

/** The program with the wrong clock, and its offset in hours. */
export interface WrongClock {
  program: 'server' | 'worker'
  hours: 1 | -1
}

export const WRONG_CLOCKS: WrongClock[] = [
  { program: 'server', hours: 1 },
  { program: 'server', hours: -1 },
  { program: 'worker', hours: 1 },
  { program: 'worker', hours: -1 },
]

const SHIFTED_CLOCK = import.meta.resolve('./shifted-clock.ts')
const HOUR = 3_600_000
/** Milliseconds that an instant of the last actions may be off. */
const TOLERANCE = 60_000

/** Runs a site in which one program has a wrong clock: all stored and shown instants must follow the database's clock. */
export async function tortureClocks(clocks: WrongClock[]): Promise<Report> {
  const problems: string[] = []
  for (const clock of clocks) {
    const found = await runWithClock(clock)
    problems.push(...found.map((problem) => `${clock.program}, ${clock.hours} h: ${problem}`))
  }
  return { lines: [`Clocks an hour off   ${clocks.length}`], problems }
}

async function runWithClock({ program, hours }: WrongClock): Promise<string[]> {
  const env = {
    SITE_TIMEZONE: zoneAtMidnight(hours),
    NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
    SHIFTED_PROGRAM: program,
    SHIFT_MS: String(hours * HOUR),
  }
  const begun = Date.now()
  await using stack = await startStack({ env })
  const problems = await tourSite({ output: stack.output(), url: stack.url })
  const { client } = await signIn(stack.url)
  const days = [dayIn(env.SITE_TIMEZONE, begun), dayIn(env.SITE_TIMEZONE, Date.now())]
  problems.push(...(await findWrongDays(client, days)), ...(await findWrongInstants(client)))
  const clock = (await client.system.checks.query({})).find(({ name }) => name === 'clock')
  const wanted = new RegExp(`^(This machine|\\S+) is 3[56]\\d\\d s ${hours > 0 ? 'ahead' : 'behind'}\\.$`)
  if (clock?.is_fine !== false || !wanted.test(clock.detail))
    problems.push(`the check of the clocks says: ${clock?.detail}`)
  return [...problems, ...accidentsIn(stack.output())]
}

/** A time zone in which the wrong clock shows another day than the right one. The signs of Etc/GMT names are inverted. */
function zoneAtMidnight(hours: number): string {
  const wanted = hours > 0 ? 23 : 0
  const ahead = (wanted - new Date().getUTCHours() + 24) % 24
  return ahead > 14 ? `Etc/GMT+${24 - ahead}` : `Etc/GMT-${ahead}`
}

const dayIn = (timeZone: string, instant: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone }).format(instant)

/** Checks that the only view of the tour is counted on the day it was recorded. */
async function findWrongDays({ analytics }: Client, days: string[]) {
  const { series } = await analytics.overview.query({ period: '7' })
  const seen = series.current.filter(({ views }) => views > 0)
  const isRight = seen.length === 1 && seen[0]?.views === 1 && days.includes(seen[0].at)
  return isRight ? [] : [`one view of ${days[0]} is shown as ${JSON.stringify(seen)}`]
}

/** Checks that all instants of the tour are recent. */
async function findWrongInstants(client: Client): Promise<string[]> {
  await runJob(client)
  const [sessions, articles, jobs, status] = await Promise.all([
    client.profile.sessions.query({}),
    client.articles.list.query({}),
    client.workers.jobs.query({}),
    client.system.status.query({}),
  ])
  const workers = status.workers?.workers ?? []
  const instants = {
    'a session was used': sessions.map(({ last_seen_at }) => last_seen_at),
    'an article was changed': articles.map(({ date_updated }) => date_updated),
    'a job was done': jobs.filter(({ state }) => state === 'done').map(({ finished_at }) => finished_at),
    'a worker gave a sign of life': workers.map(({ last_heartbeat }) => last_heartbeat),
  }
  const isOff = (instant: string | null) => Math.abs(Date.now() - Date.parse(instant ?? '')) > TOLERANCE
  return [
    ...Object.entries(instants).flatMap(([what, times]) =>
      times.filter(isOff).map((time) => `${what} at ${time}, they say`),
    ),
    ...(workers.some(({ status }) => status === 'running') ? [] : ['no worker is shown as running']),
  ]
}
