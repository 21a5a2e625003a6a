import { expect, test } from 'vitest'
import { statusFailure } from './system-status.tsx'

const data = { code: 'INTERNAL_ERROR', request_id: 'r1', httpStatus: 500 } as const

test('a failed status shows the reason', () => {
  expect(statusFailure({ data, message: 'No database' })).toBe('Failed to fetch status: No database')
})

test('a failed status without a reason says that it is unknown', () => {
  expect(statusFailure({ data, message: '' })).toBe('Failed to fetch status: Unknown error')
})

test('an unreachable server has a message of its own', () => {
  expect(statusFailure({ data: undefined, message: 'fetch failed' })).toBe('Error connecting to server')
})
