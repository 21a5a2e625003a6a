import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { childrenOf, parse, readSources, type Source, type SyntaxNode } from './shape/sources.ts'

/** Words that names no longer contain, each with the standard term to use instead. */
const RETIRED = new Map([
  ['change pages', 'with invalidation'],
  ['copy rules', 'working-copy revision'],
  ['desk', 'edit session; in tests, site'],
  ['door', 'adapter'],
  ['doors', 'adapters'],
  ['handed on', 'superseded'],
  ['hold texts', 'expect texts'],
  ['is heard', 'set connected'],
  ['leash', 'parent-exit watcher'],
  ['left work', 'recoverable draft'],
  ['let in', 'authorize'],
  ['page news', 'page invalidation'],
  ['shelf', 'listing; of buttons, archive actions'],
  ['surroundings', 'dependencies; of a node, context'],
  ['told', 'fixture; of an answer, sent'],
])

test('names of files and of what is in them use the standard terms', () => {
  const found = readSources('{apps,packages,scripts,bench}/**/*.{ts,tsx}').flatMap((file) =>
    namesOf(file).flatMap((name) =>
      retiredIn(name).map((word) => `${name} in ${file.path}: not “${word}” but “${RETIRED.get(word)}”`),
    ),
  )

  expect(found).toEqual([])
})

const retiredIn = (name: string) =>
  [...RETIRED.keys()].filter((word) => ` ${wordsOf(name)} `.includes(` ${word} `))

/** The name of a source file and all identifiers in it, each once. It is parsed only if a word of it is retired, also in a comment. */
function namesOf(file: Source): string[] {
  const names = new Set([basename(file.path).replace(/\..*/, '')])
  const words = new Set(file.source.match(/[\w$-]+/g))
  if ([...words].every((word) => retiredIn(word).length === 0)) return [...names]
  const visit = (node: SyntaxNode) => {
    if (/^(JSX|Private)?Identifier$/.test(node.type)) names.add(String(node.name))
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parse(file))
  return [...names]
}

/** The words of a name in lower case: `pageNews`, `PAGE_NEWS` and `page-news` → `page news`. */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
