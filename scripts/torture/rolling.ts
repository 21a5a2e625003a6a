import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from '../stack.ts'
import { type Account, kindsOfRequests, newAccount, sendSteadily } from './steady-load.ts'
import { until } from './until.ts'

export interface RollingReport {
  answered: number
  /** Answers of a busy server that say when to ask again. */
  putOff: number
  /** Milliseconds until all processes were replaced. */
  took: number
  problems: string[]
}

const PER_SECOND = 200
const REPLACED = 'All processes are replaced'

/** Replaces the processes of a site under a load of 200 requests per second. Nothing may be refused, as others listen meanwhile. */
export async function tortureRolling(url: string, replace: () => Promise<void>): Promise<RollingReport> {
  const account: Account = newAccount()
  const sends = await kindsOfRequests(url)
  const ended = new AbortController()
  const load = sendSteadily(sends, PER_SECOND, ended.signal, account)
  await delay(2_000)
  const begun = performance.now()
  await replace()
  const took = performance.now() - begun
  await delay(2_000)
  ended.abort()
  await load
  const problems = [...account.problems]
  if (account.refused + account.resets.length > 0)
    problems.push(`${account.refused} requests were refused, ${account.resets.length} connections reset`)
  return { answered: account.answered, putOff: account.putOff, took, problems }
}

/** Sends SIGHUP, and waits until all processes are new. */
export async function replaceProcesses({ pid, output }: Stack): Promise<void> {
  const times = () => output().split(REPLACED).length
  const before = times()
  process.kill(pid, 'SIGHUP')
  await until('new processes', 60_000, () => times() > before)
}
