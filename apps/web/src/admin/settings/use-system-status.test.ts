import { expect, test } from 'vitest'
import { statusFailure } from './use-system-status.ts'

const data = { code: 'INTERNAL_ERROR', request_id: 'r1', httpStatus: 500 } as const

test('a failed status says why', () => {
  expect(statusFailure({ data, message: 'No database' })).toBe('Failed to fetch status: No database')
})

test('a failed status without a reason says so', () => {
  expect(statusFailure({ data, message: '' })).toBe('Failed to fetch status: Unknown error')
})

test('a server that was not reached is told apart', () => {
  expect(statusFailure({ data: undefined, message: 'fetch failed' })).toBe('Error connecting to server')
})
