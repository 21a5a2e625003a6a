import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom } from '../../apps/cli/src/demo/random.ts'
import { type Admin, signIn } from './api.ts'
import { type Kind, pauseBetweenKills, planKills, startKillableSite } from './faults.ts'
import { compareSaves, countSaves, createSaveLoad, untilSaved, write } from './save-load.ts'

export interface SavesReport {
  acknowledged: number
  /** Sent without an answer, or refused during an outage. */
  unacknowledged: number
  kills: Record<Kind, number>
  /** Milliseconds from a kill until the acknowledgement of a later save. */
  longestRecovery: number
  /** Sentences; empty when nothing was lost. */
  problems: string[]
}

interface SavesOptions {
  seed: string
  kills: number
  /** The least number of acknowledged saves. */
  saves: number
}

const WRITERS = 4
/** Milliseconds after the last kill. With the other limits, a full run takes less than ten minutes. */
const LAST_SAVES_LIMIT = 60_000
const ADMIN: Admin = { username: 'torture@nightdesk.example', password: 'save after save after save' }

/**
 * Several people save the same articles continuously while processes are killed. At the end, the history must contain
 * every acknowledged save as it was sent.
 */
export async function tortureSaves({ seed, kills, saves }: SavesOptions): Promise<SavesReport> {
  await using site = await startKillableSite(ADMIN)
  const api = await signIn(site.url, ADMIN)
  const load = await createSaveLoad(api)
  const plan = planKills(kills, seed)
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

  return {
    acknowledged: countSaves(load, true),
    unacknowledged: countSaves(load, false),
    kills: countKinds(plan),
    longestRecovery,
    problems: [
      ...load.problems,
      ...site.accidents(),
      ...findShortfall(countSaves(load, true), saves),
      ...(await compareSaves(load)),
    ],
  }
}

const findShortfall = (acknowledged: number, wanted: number) =>
  acknowledged < wanted ? [`only ${acknowledged} of ${wanted} saves were acknowledged`] : []

function countKinds(plan: Kind[]): Record<Kind, number> {
  const of = (kind: Kind) => plan.filter((planned) => planned === kind).length
  return { server: of('server'), database: of('database'), everything: of('everything') }
}
