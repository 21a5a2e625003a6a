import { setTimeout as delay } from 'node:timers/promises'
import { ADMIN, type Stack, startStack } from '../stack.ts'
import { until } from '../until.ts'
import { inSeconds, joined, type Report } from './report.ts'
import { loadSteadily, newAccount } from './steady-load.ts'

const PER_SECOND = 200
const REPLACED = 'All processes are replaced'

/** Replaces all processes of a site with one server process, and of one with two. */
export const tortureRolling = async (): Promise<Report> =>
  joined(await replaceAll('1'), await replaceAll('2'))

async function replaceAll(SERVERS: string): Promise<Report> {
  await using stack = await startStack({ admin: ADMIN, env: { SERVERS } })
  const replaced = await replaceUnderLoad(stack.url, () => replaceProcesses(stack))
  const { took, answered, putOff, problems } = replaced
  const line = `Replaced under load  ${SERVERS} server: ${inSeconds(took)}, ${answered} requests answered, ${putOff} put off`
  return { lines: [line], problems }
}

/** Replaces the processes of a site under a load of 200 requests per second. Nothing may be refused, as others listen meanwhile. */
export async function replaceUnderLoad(url: string, replace: () => Promise<void>) {
  const account = newAccount()
  const endLoad = await loadSteadily(url, PER_SECOND, account)
  await delay(2_000)
  const begun = performance.now()
  await replace()
  const took = performance.now() - begun
  await delay(2_000)
  await endLoad()
  const { refused, resets, problems } = account
  if (refused + resets.length > 0)
    problems.push(`${refused} requests were refused, ${resets.length} connections reset`)
  return { ...account, took }
}

/** Sends SIGHUP, and waits until all processes are new. */
export async function replaceProcesses({ pid, output }: Stack): Promise<void> {
  const times = () => output().split(REPLACED).length
  const before = times()
  process.kill(pid, 'SIGHUP')
  await until('new processes', 60_000, () => times() > before)
}
