import { expect, test } from 'vitest'
import {
  formatBytes,
  formatDate,
  formatDateTime,
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

test.each([
  [0, '0.00 B'],
  [1023, '1023.00 B'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [1024 ** 2, '1.00 MB'],
  [5 * 1024 ** 3, '5.00 GB'],
  [2.5 * 1024 ** 4, '2.50 TB'],
  [3 * 1024 ** 5, '3072.00 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('numbers are grouped and percentages keep one decimal', () => {
  expect(formatNumber(1234567)).toBe('1,234,567')
  expect(formatPercent(12.34)).toBe('12.3%')
  expect(formatPercent(40)).toBe('40%')
})
