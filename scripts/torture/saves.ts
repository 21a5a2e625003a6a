import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import type { Block } from '../../packages/contracts/src/index.ts'
import { type Admin, type Api, expectSuccess, signIn, wholeHistory } from './api.ts'
import { type Kind, pauseBetweenKills, planKills, startKillableSite } from './faults.ts'
import { findLosses, type Save } from './ledger.ts'

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
const ARTICLES = 4
const RECOVERY_LIMIT = 60_000
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
  const workload = await createWorkload(api)
  const plan = planKills(kills, seed)
  let longestRecovery = 0

  const stopping = new AbortController()
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    write(workload, randomFrom(`${seed} writer ${index}`), stopping.signal),
  )
  const random = randomFrom(`${seed} kills`)
  for (const kind of plan) {
    await pauseBetweenKills(random)
    const killedAt = performance.now()
    await site.kill(kind)
    await untilSaved(workload, random, killedAt)
    longestRecovery = Math.max(longestRecovery, performance.now() - killedAt)
  }
  const deadline = performance.now() + LAST_SAVES_LIMIT
  while (count(workload, true) < saves && performance.now() < deadline) await sleep(100)
  stopping.abort()
  await Promise.all(writers)

  return {
    acknowledged: count(workload, true),
    unacknowledged: count(workload, false),
    kills: countKinds(plan),
    longestRecovery,
    problems: [
      ...workload.problems,
      ...site.accidents(),
      ...findShortfall(count(workload, true), saves),
      ...(await compare(workload)),
    ],
  }
}

/** The state shared by all writers. */
interface Workload {
  api: Api
  /** All saves of each article. */
  ledger: Map<number, Save[]>
  problems: string[]
}

async function createWorkload(api: Api): Promise<Workload> {
  const ledger: Workload['ledger'] = new Map()
  for (let index = 0; index < ARTICLES; index++) {
    const { article } = await expectSuccess(api.create(`Article ${index}`, paragraphs('The first text')))
    ledger.set(article.id, [])
  }
  return { api, ledger, problems: [] }
}

async function write(workload: Workload, random: Random, signal: AbortSignal) {
  while (!signal.aborted) {
    const isAcknowledged = await saveOnce(workload, random)
    await sleep(isAcknowledged ? random(0, 30) : 50)
  }
}

/** @returns whether it was acknowledged */
async function saveOnce({ api, ledger, problems }: Workload, random: Random): Promise<boolean> {
  const articles = [...ledger]
  const [id, saves] = articles[Math.floor(random(0, articles.length))] ?? []
  if (!id || !saves) throw new Error('There is no article to save')
  const save: Save = { content: uniqueText(id, saves.length, random), version: null }
  saves.push(save)
  const { status, body } = await api.save(id, { content: save.content })
  // A 503 or a broken connection is expected during an outage, any other error is a problem.
  if (status !== 200) {
    if (status !== 0 && status !== 503) problems.push(`a save was answered with ${status}`)
    return false
  }
  save.version = body.article.version_number
  if (!isDeepStrictEqual(body.article.content, save.content))
    problems.push(`the answer to a save of article ${id} shows another text (version ${save.version})`)
  return true
}

const uniqueText = (id: number, number: number, random: Random) =>
  paragraphs(`Save ${number} of article ${id}`, '🌒 lamplight, '.repeat(random(1, 100)))

const paragraphs = (...texts: string[]): Block[] =>
  texts.map((text) => ({ type: 'paragraph', children: [{ text }] }))

async function untilSaved(workload: Workload, random: Random, since: number) {
  while (!(await saveOnce(workload, random))) {
    if (performance.now() - since > RECOVERY_LIMIT)
      throw new Error(`Nothing can be saved ${RECOVERY_LIMIT / 1000} s after a kill`)
    await sleep(20)
  }
}

const findShortfall = (acknowledged: number, wanted: number) =>
  acknowledged < wanted ? [`only ${acknowledged} of ${wanted} saves were acknowledged`] : []

async function compare({ api, ledger }: Workload): Promise<string[]> {
  const problems: string[] = []
  for (const [id, saves] of ledger) {
    const versions = await wholeHistory(api, id)
    const losses = findLosses(saves, versions, await expectSuccess(api.read(id)))
    problems.push(...losses.map((loss) => `Article ${id}: ${loss}`))
  }
  return problems
}

const count = ({ ledger }: Workload, isAcknowledged: boolean) =>
  [...ledger.values()].flat().filter(({ version }) => (version !== null) === isAcknowledged).length

function countKinds(plan: Kind[]): Record<Kind, number> {
  const of = (kind: Kind) => plan.filter((planned) => planned === kind).length
  return { server: of('server'), database: of('database'), everything: of('everything') }
}
