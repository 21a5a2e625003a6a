import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Source {
  /** Path from the root of the project. */
  path: string
  source: string
}

/** Reads all files of the project that match a pattern, without dependencies and builds. */
export const readSources = (pattern: string): Source[] =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) }).map(
    (path) => ({ path, source: readFileSync(`${root}${path}`, 'utf8') }),
  )

export const countLines = ({ source }: Source): number => source.split('\n').length - 1
