import { expect, test } from 'vitest'
import { tortureCorpus } from './torture/corpus.ts'
import { tortureMerges } from './torture/merges.ts'
import { tortureTyping } from './torture/typing.ts'

// A separate file, so that it runs in parallel with `torture.trial.test.ts`. `npm run torture` does the same at full count.

test('a paste keeps all visible text of every document of the corpus, and nothing unsafe', async () => {
  const report = await tortureCorpus(undefined, 20, 1)

  expect(report).toMatchObject({ problems: [] })
  expect(report.files).toBeGreaterThanOrEqual(30)
})

test('at most two seconds of typing are lost when a page crashes', async () => {
  const report = await tortureTyping({ seed: 'npm test', kills: 3 })

  expect(report.problems).toEqual([])
})

test('two windows that edit the same article lose no word', async () => {
  const report = await tortureMerges({ seed: 'npm test', rounds: 2 })

  expect(report.problems).toEqual([])
})
