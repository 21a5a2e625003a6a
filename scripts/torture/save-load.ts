import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Random } from '../../apps/cli/src/demo/random.ts'
import type { Block } from '../../packages/contracts/src/index.ts'
import { type Api, expectSuccess, wholeHistory } from './api.ts'
import { findLosses, type Save } from './ledger.ts'

const ARTICLES = 4
const RECOVERY_LIMIT = 60_000

/** The state shared by all writers. */
export interface SaveLoad {
  api: Api
  /** All saves of each article. */
  ledger: Map<number, Save[]>
  problems: string[]
}

export async function createSaveLoad(api: Api): Promise<SaveLoad> {
  const ledger: SaveLoad['ledger'] = new Map()
  for (let index = 0; index < ARTICLES; index++) {
    const { article } = await expectSuccess(api.create(`Article ${index}`, paragraphs('The first text')))
    ledger.set(article.id, [])
  }
  return { api, ledger, problems: [] }
}

export async function write(load: SaveLoad, random: Random, signal: AbortSignal) {
  while (!signal.aborted) {
    const isAcknowledged = await saveOnce(load, random)
    await sleep(isAcknowledged ? random(0, 30) : 50)
  }
}

/** @returns whether it was acknowledged */
async function saveOnce({ api, ledger, problems }: SaveLoad, random: Random): Promise<boolean> {
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

export async function untilSaved(load: SaveLoad, random: Random, since: number) {
  while (!(await saveOnce(load, random))) {
    if (performance.now() - since > RECOVERY_LIMIT)
      throw new Error(`Nothing can be saved ${RECOVERY_LIMIT / 1000} s after a kill`)
    await sleep(20)
  }
}

export async function compareSaves({ api, ledger }: SaveLoad): Promise<string[]> {
  const problems: string[] = []
  for (const [id, saves] of ledger) {
    const versions = await wholeHistory(api, id)
    const losses = findLosses(saves, versions, await expectSuccess(api.read(id)))
    problems.push(...losses.map((loss) => `Article ${id}: ${loss}`))
  }
  return problems
}

export const countSaves = ({ ledger }: SaveLoad, isAcknowledged: boolean) =>
  [...ledger.values()].flat().filter(({ version }) => (version !== null) === isAcknowledged).length
