import { expect, test } from 'vitest'
import { nextSegment, segmentAt } from './archive.ts'

test.each([
  [1, '0/2000028', '000000010000000000000002'],
  [10, '1A/FF000000', '0000000A0000001A000000FF'],
])('timeline %i at %s is in %s', (timeline, lsn, name) => {
  expect(segmentAt(timeline, lsn)).toBe(name)
})

test.each([
  ['000000010000000000000009', '00000001000000000000000A'],
  ['0000000100000000000000FF', '000000010000000100000000'],
])('%s is followed by %s', (name, next) => {
  expect(nextSegment(name)).toBe(next)
})
