import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../../apps/cli/src/demo/random.ts'
import { signIn } from '../api.ts'
import { countFaults, type Kind, pauseBetweenKills, planFaults, startKillableSite } from './faults.ts'
import { inSeconds, type Report } from './report.ts'
import { compareSaves, countSaves, createSaveLoad, untilSaved, write } from './save-load.ts'

interface SavesReport extends Report {
  acknowledged: number
  /** Kinds of kills, with their numbers. */
  kills: string
}

interface SavesOptions {
  seed: string
  kills: number
  /** The least number of acknowledged saves. */
  saves: number
}

const CYCLE: Kind[] = ['server', 'database', 'server', 'database', 'everything']
const WRITERS = 4
/** Milliseconds after the last kill. With the other limits, a full run takes less than ten minutes. */
const LAST_SAVES_LIMIT = 60_000

/**
 * Several people save the same articles continuously while processes are killed. At the end, the history must contain
 * every acknowledged save as it was sent.
 */
export async function tortureSaves({ seed, kills, saves }: SavesOptions): Promise<SavesReport> {
  await using site = await startKillableSite()
  const load = await createSaveLoad(await signIn(site.url))
  const plan = planFaults(CYCLE, kills, seed)
  let longestRecovery = 0

  const stopping = new AbortController()
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    write(load, randomFrom(`${seed} writer ${index}`), stopping.signal),
  )
  const random = randomFrom(`${seed} kills`)
  for (const kind of plan) {
    await pauseBetweenKills(random)
    const killedAt = performance.now()
    await site.kill(kind)
    await untilSaved(load, random, killedAt)
    longestRecovery = Math.max(longestRecovery, performance.now() - killedAt)
  }
  const deadline = performance.now() + LAST_SAVES_LIMIT
  while (countSaves(load, true) < saves && performance.now() < deadline) await sleep(100)
  stopping.abort()
  await Promise.all(writers)

  const acknowledged = countSaves(load, true)
  const problems = [...load.problems, ...site.accidents(), ...(await compareSaves(load))]
  if (acknowledged < saves) problems.push(`only ${acknowledged} of ${saves} saves were acknowledged`)
  return {
    acknowledged,
    kills: countFaults(plan),
    lines: [
      `Saves acknowledged   ${acknowledged}, unacknowledged ${countSaves(load, false)}`,
      `Killed               ${countFaults(plan)}`,
      `Longest recovery     ${inSeconds(longestRecovery)}`,
    ],
    problems,
  }
}
