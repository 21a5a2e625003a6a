import { layers } from './import-graph/rules.ts'
import { filesInCircles, foldersInCircles, graphOf } from './shape/circles.ts'
import {
  childrenOf,
  countLines,
  parse,
  productSources,
  type Source,
  type SyntaxNode,
} from './shape/sources.ts'

// `npm run shape`: prints which packages import which, circles, and the lengths of files and functions. Lengths have no limit.

const files = productSources()
const graph = graphOf(files)
console.log(layers())
console.log(`Files in circles, types included: ${filesInCircles(graph).join(', ') || 'none'}`)
console.log(`Sibling folders that import each other: ${foldersInCircles(graph).join(', ') || 'none'}`)
printLengths(
  'Files',
  files.map((file) => [file.path, countLines(file)]),
)
printLengths('Functions', files.flatMap(functionsOf))

function printLengths(what: string, lengths: [string, number][]) {
  const sorted = lengths.toSorted(([, one], [, other]) => other - one)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.[1]
  console.log(
    `${what}: ${sorted.length}, median ${at(0.5)} lines, nine of ten at most ${at(0.1)}; the longest:`,
  )
  for (const [name, lines] of sorted.slice(0, 10)) console.log(`${lines}`.padStart(6), name)
}

/** All functions of a source with their lengths in lines, including signature and closing brace. */
function functionsOf(file: Source): [string, number][] {
  const found: [string, number][] = []
  const visit = (node: SyntaxNode, outer: string) => {
    const named = (node.id ?? node.key) as { name?: string } | null | undefined // of declarations, methods and properties
    const name = named?.name ?? outer
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      found.push([`${name} in ${file.path}`, file.source.slice(node.start, node.end).split('\n').length])
    for (const child of childrenOf(node)) visit(child, name)
  }
  visit(parse(file), '')
  return found
}
