import type { Check } from '@nightdesk/contracts'
import {
  lastFailure,
  mayChangeAuditLog,
  missingLimits,
  queueDepth,
  workerClocks,
  workerStatus,
} from '@nightdesk/db'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { checkPolicyReports } from '../policy-reports/check.ts'

/** Jobs start within seconds. When one waits longer than this, no worker takes jobs. */
const LONG_WAIT_SECONDS = 60
/** A larger difference makes dates and schedules visibly wrong. */
const CLOCK_TOLERANCE_SECONDS = 5

/** No fault: one database role may be a choice of the operator. */
const ONE_ROLE =
  'Its role could change the audit log: with MIGRATION_DATABASE_URL, a role of their own lets the programs only add to it.'

/** Connections that a pooler opened before the role had its limits. */
const NO_LIMITS =
  'Statements may take as long as they like: run `nightdesk migrate`, then `RECONNECT` in the console of PgBouncer.'

type CheckOf = (ctx: Context) => Promise<Omit<Check, 'name'>>

/** The requirements of background work, in the order in which to check them. */
const checks: { [Name in Check['name']]: CheckOf } = {
  async worker({ db }) {
    const running = (await workerStatus(db)).filter(({ status }) => status === 'running').length
    if (running === 0)
      return { is_fine: false, detail: 'None. Start one, or look at why it ended in its log.' }
    return { is_fine: true, detail: running === 1 ? 'One is.' : `${running} are.` }
  },

  async jobs({ db }) {
    const failure = await lastFailure(db)
    if (!failure) return { is_fine: true, detail: 'None in the last day that has not succeeded since.' }
    return { is_fine: false, detail: `${failure.name}: ${failure.error}` }
  },

  async queue({ db }) {
    const { waiting, oldest } = await queueDepth(db)
    if (waiting === 0) return { is_fine: true, detail: 'Nothing waits.' }
    return { is_fine: oldest < LONG_WAIT_SECONDS, detail: `${waiting} waiting, the oldest for ${oldest} s.` }
  },

  async database({ db }) {
    const begun = performance.now()
    await sql`select 1`.execute(db)
    const answered = `It answered in ${milliseconds(begun)} ms.`
    if ((await missingLimits(db)).length > 0) return { is_fine: false, detail: `${answered} ${NO_LIMITS}` }
    if (!(await mayChangeAuditLog(db))) return { is_fine: true, detail: answered }
    return { is_fine: true, detail: `${answered} ${ONE_ROLE}` }
  },

  async storage({ storage }) {
    const begun = performance.now()
    await storage.check()
    return { is_fine: true, detail: `A file was written, read and deleted in ${milliseconds(begun)} ms.` }
  },

  policy: ({ db }) => checkPolicyReports(db),

  async clock({ db }) {
    const clocks = [{ name: 'This server', ahead: await serverClock(db) }]
    for (const { name, clock_ahead } of await workerClocks(db)) clocks.push({ name, ahead: clock_ahead })
    const wrong = clocks.filter(({ ahead }) => Math.abs(ahead) > CLOCK_TOLERANCE_SECONDS)
    if (wrong.length === 0) return { is_fine: true, detail: 'They agree.' }
    const off = wrong.map(
      ({ name, ahead }) => `${name} is ${seconds(ahead)} ${ahead > 0 ? 'ahead' : 'behind'}.`,
    )
    return { is_fine: false, detail: off.join(' ') }
  },

  async proxy({ proxy_watch }) {
    const address = proxy_watch.untrusted()
    if (address === null)
      return { is_fine: true, detail: 'No proxy was seen that TRUST_PROXY does not name.' }
    const detail = `A proxy at ${address} sends X-Forwarded-For, and TRUST_PROXY does not name it: all who come through it count as one.`
    return { is_fine: false, detail }
  },
}

/** Seconds that the clock of this process is ahead of the database’s. */
async function serverClock(db: Context['db']): Promise<number> {
  const begun = Date.now()
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  const between = (begun + Date.now()) / 2
  return (between - Date.parse(rows[0]!.now)) / 1000 // a select without from has one row
}

const seconds = (ahead: number) => `${Math.round(Math.abs(ahead))} s`

/** Tries everything in parallel. A failure is an answer too, and its reason is in the log. */
export function runChecks(ctx: Context): Promise<Check[]> {
  return Promise.all(
    Object.entries(checks).map(async ([key, check]) => {
      const name = key as Check['name'] // the keys of `checks` are their names
      try {
        return { name, ...(await check(ctx)) }
      } catch (error) {
        ctx.log.warn({ err: error, check: name }, 'A check failed')
        return { name, is_fine: false, detail: 'It could not be reached. The log of the server says why.' }
      }
    }),
  )
}

const milliseconds = (begun: number) => Math.max(1, Math.round(performance.now() - begun))
