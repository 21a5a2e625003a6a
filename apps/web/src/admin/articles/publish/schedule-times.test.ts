import { expect, test, vi } from 'vitest'
import { nextHour, toInstant, toLocalTime, untilPublished, zoneAt } from './schedule-times.ts'

test('an instant survives the conversion to local time and back', () => {
  const iso = '2026-11-28T06:05:00.000Z'

  expect(toInstant(toLocalTime(iso))).toBe(iso)
})

test.each([
  { date: '', time: '06:00' },
  { date: '2026-11-28', time: '' },
])('%j is not an instant', (fields) => expect(toInstant(fields)).toBeUndefined())

test.each([
  ['2026-11-28T06:05:00Z', '2026-11-28T07:00:00.000Z'],
  ['2026-11-28T06:40:00Z', '2026-11-28T08:00:00.000Z'],
  ['2026-12-31T23:45:00Z', '2027-01-01T01:00:00.000Z'],
])('at %s, the default is %s', (now, proposed) => expect(nextHour(new Date(now))).toBe(proposed))

test('the default is a full hour where the clocks are half an hour off', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  const proposed = toLocalTime(nextHour(new Date('2026-11-28T06:05:00Z')))
  vi.unstubAllEnvs()
  expect(proposed).toEqual({ date: '2026-11-28', time: '13:00' })
})

test('the time zone has a name and an offset', () => {
  expect(zoneAt('2026-11-28T06:05:00Z')).toMatch(/^[\w/]+, GMT/)
})

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
