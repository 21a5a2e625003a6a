import { readImports } from '../import-graph/read-imports.ts'
import type { Source } from './sources.ts'

/** Pairs of feature folders that import each other, type imports excluded. */
export function findCircles(files: readonly Source[]): [string, string][] {
  const edges = new Set(files.flatMap(({ path, source }) => edgesOf(path, source)))
  return [...edges].flatMap((edge): [string, string][] => {
    const [from = '', to = ''] = edge.split(' ')
    return from < to && edges.has(`${to} ${from}`) ? [[from, to]] : []
  })
}

function edgesOf(path: string, source: string): string[] {
  const from = featureOf(path)
  return readImports(path, source)
    .filter(({ isRelative, isType }) => isRelative && !isType)
    .map(({ target }) => featureOf(target))
    .filter((to) => from && to && to !== from)
    .map((to) => `${from} ${to}`)
}

/**
 * `apps/server/src/articles/read.ts` → `apps/server/src/articles`. Screens of the admin are features of their own.
 * Files beside the folders compose them, and belong to none.
 */
const featureOf = (path: string): string | undefined =>
  /^(apps\/web\/src\/admin\/[\w-]+|(apps|packages)\/[\w-]+\/src\/(?!admin\/)[\w-]+)\//.exec(path)?.[1]
