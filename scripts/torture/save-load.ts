import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Random } from '../../apps/cli/src/demo/random.ts'
import type { Block, Version } from '../../packages/contracts/src/index.ts'
import { paragraph, type Session, save } from '../api.ts'

const ARTICLES = 4
const RECOVERY_LIMIT = 60_000

/** A save that was sent, with any outcome. Every save has a unique content. */
interface Save {
  content: Block[]
  /** The acknowledged version, or null without an answer or with an error. */
  version: number | null
}

/** The state shared by all writers. */
export interface SaveLoad {
  session: Session
  /** All saves of each article. */
  ledger: Map<number, Save[]>
  problems: string[]
}

export async function createSaveLoad(session: Session): Promise<SaveLoad> {
  const ledger: SaveLoad['ledger'] = new Map()
  for (let index = 0; index < ARTICLES; index++) {
    const draft = { title: `Article ${index}`, content: [paragraph('The first text')] }
    ledger.set((await session.client.articles.create.mutate(draft)).id, [])
  }
  return { session, ledger, problems: [] }
}

export async function write(load: SaveLoad, random: Random, signal: AbortSignal) {
  while (!signal.aborted) {
    const isAcknowledged = await saveOnce(load, random)
    await sleep(isAcknowledged ? random(0, 30) : 50)
  }
}

/** @returns whether it was acknowledged */
async function saveOnce({ session, ledger, problems }: SaveLoad, random: Random): Promise<boolean> {
  const articles = [...ledger]
  const [id, saves] = articles[Math.floor(random(0, articles.length))]! // there are some
  const name = `Save ${saves.length} of article ${id}`
  const content = [paragraph(name), paragraph('🌒 lamplight, '.repeat(random(1, 100)))]
  const sent: Save = { content, version: null }
  saves.push(sent)
  const { status, body } = await save(session, id, { content })
  // A 503 or a broken connection is expected during an outage, any other error is a problem.
  if (status !== 200) {
    if (status !== 0 && status !== 503) problems.push(`a save was answered with ${status}`)
    return false
  }
  sent.version = body.article.version_number
  if (!isDeepStrictEqual(body.article.content, content))
    problems.push(`the answer to a save of article ${id} shows another text (version ${sent.version})`)
  return true
}

export async function untilSaved(load: SaveLoad, random: Random, since: number) {
  while (!(await saveOnce(load, random))) {
    if (performance.now() - since > RECOVERY_LIMIT)
      throw new Error(`Nothing can be saved ${RECOVERY_LIMIT / 1000} s after a kill`)
    await sleep(20)
  }
}

export const countSaves = ({ ledger }: SaveLoad, isAcknowledged: boolean) =>
  [...ledger.values()].flat().filter(({ version }) => (version !== null) === isAcknowledged).length

/** Compares what was sent with what is stored. @returns losses */
export async function compareSaves({ session: { client }, ledger }: SaveLoad): Promise<string[]> {
  const problems: string[] = []
  for (const [id, saves] of ledger) {
    const losses = findLosses(saves, await readHistory(client, id), await client.articles.get.query({ id }))
    problems.push(...losses.map((loss) => `Article ${id}: ${loss}`))
  }
  return problems
}

type StoredVersion = Pick<Version, 'version_number' | 'content'>

/** All versions of an article with their contents. */
async function readHistory({ versions }: Session['client'], id: number): Promise<StoredVersion[]> {
  const history: StoredVersion[] = []
  for (;;) {
    const page = await versions.list.query({ id, limit: 100, before: history.at(-1)?.version_number })
    if (page.length === 0) return history
    for (const version of page) history.push(await versions.get.query({ id, version_id: version.id }))
  }
}

function findLosses(saves: Save[], versions: StoredVersion[], current: StoredVersion): string[] {
  const stored = new Map(versions.map((version) => [version.version_number, version]))
  const acknowledged = saves.filter((save) => save.version !== null)
  return [
    ...acknowledged
      .filter(({ version, content }) => !isDeepStrictEqual(stored.get(version ?? 0)?.content, content))
      .map(({ version }) => `version ${version} was acknowledged and is not in the history as it was sent`),
    ...findUnknown(saves, versions),
    ...findWrongCurrent(acknowledged, versions, current),
  ]
}

/** Every version after the first must be one save, and every save at most one version. */
function findUnknown(saves: Save[], versions: StoredVersion[]): string[] {
  // The keys compare equal as JSON, as jsonb sorts them shortest first and we send them in that order.
  const unused = new Set(saves.map(({ content }) => JSON.stringify(content)))
  return versions
    .toSorted((one, other) => one.version_number - other.version_number)
    .filter(({ version_number, content }) => version_number > 1 && !unused.delete(JSON.stringify(content)))
    .map(({ version_number }) => `version ${version_number} was never sent, or is there twice`)
}

/** The current text must be the last version, which is the last acknowledged save or a later one. */
function findWrongCurrent(acknowledged: Save[], versions: StoredVersion[], current: StoredVersion): string[] {
  const last = Math.max(1, ...versions.map(({ version_number }) => version_number))
  const lastAcknowledged = Math.max(1, ...acknowledged.map(({ version }) => version ?? 0))
  const isRight =
    current.version_number === last &&
    last >= lastAcknowledged &&
    isDeepStrictEqual(
      current.content,
      versions.find(({ version_number }) => version_number === last)?.content,
    )
  return isRight ? [] : [`the current text is version ${current.version_number}, not ${last}`]
}
