import { expect, test } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDuration,
  formatNumber,
  formatPercent,
  formatShortDate,
  formatTime,
} from './format.ts'

const lateEvening = '2026-11-18T23:30:00.000Z'

test('a date is written in full in American English', () => {
  expect(formatDate(lateEvening, 'UTC')).toBe('November 18, 2026')
  expect(formatShortDate(lateEvening, 'UTC')).toBe('Nov 18, 2026')
})

test('the day depends on the time zone', () => {
  expect(formatDate(lateEvening, 'Africa/Nairobi')).toBe('November 19, 2026')
  expect(formatDate(lateEvening, 'America/New_York')).toBe('November 18, 2026')
})

test('a moment has day, hour and minute', () => {
  expect(formatDateTime(lateEvening, 'UTC')).toMatch(/^Nov 18, 2026, 11:30\sPM$/)
  expect(formatTime(lateEvening, 'UTC')).toMatch(/^11:30\sPM$/)
})

test('numbers are grouped and percentages keep one decimal', () => {
  expect(formatNumber(1234567)).toBe('1,234,567')
  expect(formatPercent(12.34)).toBe('12.3%')
  expect(formatPercent(40)).toBe('40%')
})

test.each([
  [999, '999 ms'],
  [59_949, '59.9 s'],
  [59_960, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%i milliseconds are %s, as no minute has 60 seconds', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text)
})
