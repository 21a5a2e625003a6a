import { type Db, lastFailure, queueDepth, workerClocks, workerStatus } from '@nightdesk/db'
import { sql } from 'kysely'
import { type CheckOf, fault, fine } from '../finding.ts'

/** Jobs start within seconds. When one waits longer than this, no worker takes jobs. */
const LONG_WAIT_SECONDS = 60
/** A larger difference makes dates and schedules visibly wrong. */
const CLOCK_TOLERANCE_SECONDS = 5

const worker: CheckOf = async ({ db }) => {
  const running = (await workerStatus(db)).filter(({ status }) => status === 'running').length
  if (running === 0) return fault('None.', 'Start one, or look at why it ended in its log.')
  return fine(running === 1 ? 'One is.' : `${running} are.`)
}

const jobs: CheckOf = async ({ db }) => {
  const failure = await lastFailure(db)
  if (!failure) return fine('None in the last day that has not succeeded since.')
  return fault(`${failure.name}: ${failure.error}`, 'Mend the cause, and it is tried again by itself.')
}

const queue: CheckOf = async ({ db }) => {
  const { waiting, oldest } = await queueDepth(db)
  if (waiting === 0) return fine('Nothing waits.')
  const found = `${waiting} waiting, the oldest for ${oldest} s.`
  if (oldest < LONG_WAIT_SECONDS) return fine(found)
  return fault(found, 'Look whether a worker runs, or start another one.')
}

const clock: CheckOf = async ({ db }) => {
  const clocks = [{ name: 'This machine', ahead: await ownClock(db) }]
  for (const { name, clock_ahead } of await workerClocks(db)) clocks.push({ name, ahead: clock_ahead })
  const wrong = clocks.filter(({ ahead }) => Math.abs(ahead) > CLOCK_TOLERANCE_SECONDS)
  if (wrong.length === 0) return fine('They agree.')
  const off = wrong.map(
    ({ name, ahead }) => `${name} is ${Math.round(Math.abs(ahead))} s ${ahead > 0 ? 'ahead' : 'behind'}.`,
  )
  return fault(off.join(' '), 'Let all machines take their time from a time server.')
}

/** Seconds that the clock of this process is ahead of the database’s. */
async function ownClock(db: Db): Promise<number> {
  const begun = Date.now()
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  const between = (begun + Date.now()) / 2
  return (between - Date.parse(rows[0]!.now)) / 1000 // a select without from has one row
}

export const work = { worker, jobs, queue, clock }
