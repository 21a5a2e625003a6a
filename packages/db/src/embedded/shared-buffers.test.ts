import { expect, test } from 'vitest'
import { sharedBuffers } from './shared-buffers.ts'

const GIGABYTE = 1024 ** 3

test.each([
  [0.5 * GIGABYTE, '64MB'],
  [2 * GIGABYTE, '128MB'],
  [64 * GIGABYTE, '512MB'],
])('of %i bytes of memory, Postgres may use %s for pages', (memory, share) => {
  expect(sharedBuffers(memory)).toBe(share)
})

test('a machine without limits has a share', () => {
  expect(sharedBuffers()).toMatch(/^\d{2,3}MB$/)
})
