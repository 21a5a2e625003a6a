import { isDeepStrictEqual } from 'node:util'
import type { Block, Version } from '../../packages/contracts/src/index.ts'

/** One save that was sent, whatever became of it. Every save has a content of its own. */
export interface Save {
  content: Block[]
  /** The version it was acknowledged as, or null when no answer came or another one. */
  version: number | null
}

type Kept = Pick<Version, 'version_number' | 'content'>

/**
 * Holds what was sent to one article against what is there now.
 * @returns what is wrong, a sentence each
 */
export function findLosses(saves: Save[], versions: Kept[], current: Kept): string[] {
  const kept = new Map(versions.map((version) => [version.version_number, version]))
  const acknowledged = saves.filter((save) => save.version !== null)
  return [
    ...acknowledged
      .filter(({ version, content }) => !isDeepStrictEqual(kept.get(version ?? 0)?.content, content))
      .map(({ version }) => `version ${version} was acknowledged and is not in the history as it was sent`),
    ...findStrangers(saves, versions),
    ...findWrongCurrent(acknowledged, versions, current),
  ]
}

/** Each version but the first is one save, and each save at most one version. */
function findStrangers(saves: Save[], versions: Kept[]): string[] {
  // Postgres gives the keys of an object back shortest first, which is how we send them.
  const unused = new Set(saves.map(({ content }) => JSON.stringify(content)))
  return versions
    .toSorted((one, other) => one.version_number - other.version_number)
    .filter(({ version_number, content }) => version_number > 1 && !unused.delete(JSON.stringify(content)))
    .map(({ version_number }) => `version ${version_number} was never sent, or is there twice`)
}

/** The last version, which is the last acknowledged one or one that came later. */
function findWrongCurrent(acknowledged: Save[], versions: Kept[], current: Kept): string[] {
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
