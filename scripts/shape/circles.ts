import { readImports } from '../import-graph/read-imports.ts'
import type { Source } from './sources.ts'

/** The files that each file imports, types included, but not those that it loads when the code gets there. */
type Graph = Map<string, string[]>

export function graphOf(files: readonly Source[]): Graph {
  const known = new Set(files.map(({ path }) => path))
  return new Map(
    files.map(({ path, source }) => [
      path,
      readImports(path, source).flatMap(({ target, isLazy }) =>
        known.has(target) && !isLazy ? [target] : [],
      ),
    ]),
  )
}

/** The files that import each other in a circle, and those between two circles. */
export function filesInCircles(graph: Graph): string[] {
  const left = new Map(graph)
  for (let before = -1; before !== left.size; ) {
    before = left.size
    const imported = new Set([...left.values()].flat())
    for (const [file, targets] of left)
      if (!imported.has(file) || !targets.some((target) => left.has(target))) left.delete(file)
  }
  return [...left.keys()]
}

/** Folders of one folder, at any depth, that import each other. */
export function foldersInCircles(graph: Graph): string[] {
  const edges = new Set(
    [...graph].flatMap(([file, targets]) => targets.map((target) => siblings(file, target))),
  )
  return [...edges].filter((edge) => {
    const [from = '', to = ''] = edge.split(' ⇄ ')
    return from < to && edges.has(`${to} ⇄ ${from}`)
  })
}

/** The first folders in which two paths differ; empty when one of them is a file there. */
function siblings(from: string, to: string): string {
  const [one, other] = [from.split('/'), to.split('/')]
  const depth = one.findIndex((part, index) => part !== other[index])
  if (depth >= one.length - 1 || depth >= other.length - 1) return ''
  return [one, other].map((path) => path.slice(0, depth + 1).join('/')).join(' ⇄ ')
}
