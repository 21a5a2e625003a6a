import { expect, test } from 'vitest'
import { nextHour, toInstant, toLocalTime, zoneAt } from './local-time.ts'

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

test('the time zone has a name and an offset', () => {
  expect(zoneAt('2026-11-28T06:05:00Z')).toMatch(/^[\w/]+, GMT/)
})
