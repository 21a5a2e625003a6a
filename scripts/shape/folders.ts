import { dirname } from 'node:path'

/** The limit of files in a folder, tests excluded. */
export const MOST_FILES = 15

/** The folders with more files than {@link MOST_FILES}, with the number of files. */
export function fullFolders(paths: readonly string[]): Map<string, number> {
  const folders = Map.groupBy(paths, (path) => dirname(path))
  const full = [...folders].filter(([, held]) => held.length > MOST_FILES)
  return new Map(full.map(([folder, held]) => [folder, held.length]))
}
