import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from '../stack.ts'
import { type Account, kindsOfRequests, newAccount, sendSteadily } from './steady-load.ts'
import { until } from './until.ts'

export interface RollingReport {
  answered: number
  /** Milliseconds from the signal until all processes were replaced. */
  took: number
  problems: string[]
}

const PER_SECOND = 200

/** Sends SIGHUP to a site under a load of 200 requests per second. Nothing may be refused, as others listen meanwhile. */
export async function tortureRolling(stack: Stack): Promise<RollingReport> {
  const account: Account = newAccount()
  const sends = await kindsOfRequests(stack.url)
  const ended = new AbortController()
  const load = sendSteadily(sends, PER_SECOND, ended.signal, account)
  await delay(2_000)
  process.kill(stack.pid, 'SIGHUP')
  const took = await until('new processes', 60_000, () =>
    stack.output().includes('All processes are replaced'),
  )
  await delay(2_000)
  ended.abort()
  await load
  const problems = [...account.problems]
  if (account.refused + account.resets.length > 0)
    problems.push(`${account.refused} requests were refused, ${account.resets.length} connections reset`)
  return { answered: account.answered, took, problems }
}
