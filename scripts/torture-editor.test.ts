import { expect, test } from 'vitest'
import { tortureCorpus } from './torture/corpus.ts'
import { tortureMerges } from './torture/merges.ts'
import { tortureTyping } from './torture/typing.ts'

// Beside `torture.test.ts`, so that the two run side by side. `npm run torture` does the same at full count.
const TIMEOUT = 180_000

test(
  'of every document of the corpus all that is seen survives a paste, and nothing unsafe does',
  async () => {
    const report = await tortureCorpus(undefined, 20, 1)

    expect(report).toMatchObject({ lost: 0, unsafe: 0, problems: [] })
    expect(report.files).toBeGreaterThanOrEqual(30)
  },
  TIMEOUT,
)

test(
  'of what was typed into a page that died, at most two seconds are lost',
  async () => {
    const report = await tortureTyping({ seed: 'npm test', kills: 3 })

    expect(report.problems).toEqual([])
  },
  TIMEOUT,
)

test(
  'two windows that write in one article lose no word',
  async () => {
    const report = await tortureMerges({ seed: 'npm test', rounds: 2 })

    expect(report.problems).toEqual([])
  },
  TIMEOUT,
)
