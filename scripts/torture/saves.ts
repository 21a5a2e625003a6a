import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import type { Block } from '../../packages/contracts/src/index.ts'
import { type Admin, type Api, expectSuccess, signIn, wholeHistory } from './api.ts'
import { type Kind, planKills, startMortalSite, waitCalmly } from './faults.ts'
import { findLosses, type Save } from './ledger.ts'

export interface SavesReport {
  acknowledged: number
  /** Sent without an answer, or refused because something was down. */
  unacknowledged: number
  kills: Record<Kind, number>
  /** Milliseconds from a kill until a save begun after it was acknowledged. */
  longestRecovery: number
  /** Sentences; empty when nothing was lost. */
  problems: string[]
}

interface SavesOptions {
  seed: string
  kills: number
  /** Acknowledged saves at least. */
  saves: number
}

const WRITERS = 4
const ARTICLES = 4
const RECOVERY_LIMIT = 60_000
/** After the last kill. With the others this keeps a full run under ten minutes, whatever happens. */
const LAST_SAVES_LIMIT = 60_000
const ADMIN: Admin = { username: 'torture@nightdesk.example', password: 'save after save after save' }

/**
 * Several people save the same articles again and again while processes are killed under them; at the end every
 * acknowledged save has to be in the history as it was sent.
 */
export async function tortureSaves({ seed, kills, saves }: SavesOptions): Promise<SavesReport> {
  await using site = await startMortalSite(ADMIN)
  const api = await signIn(site.url, ADMIN)
  const desk = await createDesk(api)
  const plan = planKills(kills, seed)
  let longestRecovery = 0

  const stopping = new AbortController()
  const writers = Array.from({ length: WRITERS }, (_, index) =>
    write(desk, randomFrom(`${seed} writer ${index}`), stopping.signal),
  )
  const random = randomFrom(`${seed} kills`)
  for (const kind of plan) {
    await waitCalmly(random)
    const killedAt = performance.now()
    await site.kill(kind)
    await untilSaved(desk, random, killedAt)
    longestRecovery = Math.max(longestRecovery, performance.now() - killedAt)
  }
  const patienceEnds = performance.now() + LAST_SAVES_LIMIT
  while (count(desk, true) < saves && performance.now() < patienceEnds) await sleep(100)
  stopping.abort()
  await Promise.all(writers)

  return {
    acknowledged: count(desk, true),
    unacknowledged: count(desk, false),
    kills: countKinds(plan),
    longestRecovery,
    problems: [
      ...desk.problems,
      ...site.accidents(),
      ...findShortfall(count(desk, true), saves),
      ...(await compare(desk)),
    ],
  }
}

/** What the writers share. */
interface Desk {
  api: Api
  /** All saves of each article. */
  ledger: Map<number, Save[]>
  problems: string[]
}

async function createDesk(api: Api): Promise<Desk> {
  const ledger: Desk['ledger'] = new Map()
  for (let index = 0; index < ARTICLES; index++) {
    const { article } = await expectSuccess(api.create(`Article ${index}`, paragraphs('The first text')))
    ledger.set(article.id, [])
  }
  return { api, ledger, problems: [] }
}

async function write(desk: Desk, random: Random, signal: AbortSignal) {
  while (!signal.aborted) {
    const isAcknowledged = await saveOnce(desk, random)
    await sleep(isAcknowledged ? random(0, 30) : 50)
  }
}

/** @returns whether it was acknowledged */
async function saveOnce({ api, ledger, problems }: Desk, random: Random): Promise<boolean> {
  const articles = [...ledger]
  const [id, saves] = articles[Math.floor(random(0, articles.length))] ?? []
  if (!id || !saves) throw new Error('There is no article to save')
  const save: Save = { content: uniqueText(id, saves.length, random), version: null }
  saves.push(save)
  const { status, body } = await api.save(id, { content: save.content })
  // Down, or just gone down: anything else is no way to answer a save.
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

async function untilSaved(desk: Desk, random: Random, since: number) {
  while (!(await saveOnce(desk, random))) {
    if (performance.now() - since > RECOVERY_LIMIT)
      throw new Error(`Nothing can be saved ${RECOVERY_LIMIT / 1000} s after a kill`)
    await sleep(20)
  }
}

const findShortfall = (acknowledged: number, wanted: number) =>
  acknowledged < wanted ? [`only ${acknowledged} of ${wanted} saves were acknowledged`] : []

async function compare({ api, ledger }: Desk): Promise<string[]> {
  const problems: string[] = []
  for (const [id, saves] of ledger) {
    const versions = await wholeHistory(api, id)
    const losses = findLosses(saves, versions, await expectSuccess(api.read(id)))
    problems.push(...losses.map((loss) => `Article ${id}: ${loss}`))
  }
  return problems
}

const count = ({ ledger }: Desk, isAcknowledged: boolean) =>
  [...ledger.values()].flat().filter(({ version }) => (version !== null) === isAcknowledged).length

function countKinds(plan: Kind[]): Record<Kind, number> {
  const of = (kind: Kind) => plan.filter((planned) => planned === kind).length
  return { server: of('server'), database: of('database'), everything: of('everything') }
}
