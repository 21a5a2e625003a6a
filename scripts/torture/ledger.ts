import { isDeepStrictEqual } from 'node:util'
import type { Block, Version } from '../../packages/contracts/src/index.ts'

/** A save that was sent, with any outcome. Every save has a unique content. */
export interface Save {
  content: Block[]
  /** The acknowledged version, or null without an answer or with an error. */
  version: number | null
}

type StoredVersion = Pick<Version, 'version_number' | 'content'>

/**
 * Compares the saves sent to an article with its stored versions.
 * @returns losses, as sentences
 */
export function findLosses(saves: Save[], versions: StoredVersion[], current: StoredVersion): string[] {
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
