import { expect, test } from 'vitest'
import { untilPublished } from './until-published.ts'

const SIX = Date.parse('2026-11-28T06:00:00Z')

test.each([
  ['shortly after its time', '2026-11-28T06:00:10.000Z', 12_000],
  ['every hour while that is far away', '2026-12-28T06:00:00.000Z', 3_600_000],
  ['every two seconds when it is due', '2026-11-28T05:59:50.000Z', 2_000],
  ['every minute when nothing publishes it', '2026-11-28T05:58:00.000Z', 60_000],
])('a scheduled article is refetched %s', (_when, scheduledAt, wait) => {
  expect(untilPublished(scheduledAt, SIX)).toBe(wait)
})

test('an article without a schedule is not refetched', () => {
  expect(untilPublished(null, SIX)).toBe(false)
})
