import { expect, test } from 'vitest'
import { type Story, writeLog } from './log.ts'
import { countReaders, countTruth, type Event } from './truth.ts'

const stories: Story[] = [
  { id: 1, isPublished: true, versions: [{ id: 1, version_number: 1 }] },
  { id: 2, isPublished: false, versions: [{ id: 2, version_number: 1 }] },
]
const [view] = writeLog('a view', 1, stories, 0)
if (!view) throw new Error('A log of one line has one')

const event = (session_id: string, age: number, change: Partial<Event> = {}): Event => ({
  ...view,
  outcome: null,
  session_id,
  age,
  ...change,
})

const events = [
  event('ana', 9),
  event('ana', 3),
  event('ana', 0),
  event('ben', 0, { staff: true }),
  event('ben', 0),
  event('cai', 0, { outcome: 'bot' }),
  event('cai', 8),
]

test('visitors are counted once, and are returning if seen on an earlier day', () => {
  expect(countTruth(events, { from: 0, to: 6 })).toMatchObject({
    views: 4,
    visitors: 2,
    return_visitors: 1,
    return_rate: 50,
    by_day: [0, 0, 0, 1, 0, 0, 3].map((views) => expect.objectContaining({ views })),
  })
  expect(countTruth(events, { from: 7, to: 13 })).toMatchObject({ views: 2, visitors: 2, return_visitors: 0 })
  expect(countReaders(events)).toEqual(new Map([[view.story.id, 3]]))
})

test('uncounted attempts are in no other figure', () => {
  const { uncounted } = countTruth(events, { from: 0, to: 0 })

  expect(uncounted.filter(({ attempts }) => attempts > 0)).toEqual([{ reason: 'bot', attempts: 1 }])
})

test('the same seed writes the same log, with every outcome in it', () => {
  const log = writeLog('a', 2_000, stories, 20)

  expect(writeLog('a', 2_000, stories, 20)).toEqual(log)
  expect(log).toHaveLength(2_000)
  expect(new Set(log.map(({ outcome }) => outcome))).toEqual(
    new Set([null, 'bot', 'prefetch', 'opted_out', 'flood', 'unknown_article']),
  )
})
