import { dirname } from 'node:path'

/** More files in a folder, tests aside, hide each other. */
export const MOST_FILES = 15

/** The folders that hold more files, with their number. */
export function fullFolders(paths: readonly string[]): Map<string, number> {
  const folders = Map.groupBy(paths, (path) => dirname(path))
  const full = [...folders].filter(([, held]) => held.length > MOST_FILES)
  return new Map(full.map(([folder, held]) => [folder, held.length]))
}
