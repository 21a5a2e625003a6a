import { expect, test } from 'vitest'
import { namesOf, wordsOf } from './shape/names.ts'
import { readSources } from './shape/sources.ts'

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

test.each([
  ['startDesk', ['desk']],
  ['page-news', ['page news']],
  ['IS_HEARD', ['is heard']],
  ['nightdesk', []],
])('%s has the retired words %j', (name, words) => {
  expect(retiredIn(name)).toEqual(words)
})

const retiredIn = (name: string) =>
  [...RETIRED.keys()].filter((word) => ` ${wordsOf(name)} `.includes(` ${word} `))
