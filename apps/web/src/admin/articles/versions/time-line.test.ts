import { expect, test } from 'vitest'
import { describePoint, likelyNext } from './time-line.tsx'

test.each([
  ['a slow drag to the left goes on', 10, 11, [9, 8, 7, 6, 11]],
  ['a fast one goes on by its steps', 100, 80, [120, 140, 160, 180, 99, 101]],
  ['from rest, the older ones come first', 10, 10, [9, 8, 7, 6, 11]],
  ['nothing is beyond the ends', 0, 1, [1]],
])('%s', (_name, position, before, expected) => {
  expect(likelyNext(position, before, 200)).toEqual(expected)
})

test('a point is described with its publication and its label', () => {
  const point = {
    id: 7,
    version_number: 14,
    created_at: '2026-05-03T14:05:00.000Z',
    created_by_name: 'Ada',
    label: 'before the edit',
    is_publication: true,
    is_public: false,
  }
  const time = /May \d, 2026, \d+:05\s[AP]M/
  expect(describePoint(point, 132)).toMatch(
    new RegExp(`^Version 14 of 132, ${time.source}, by Ada, published, “before the edit”$`),
  )
})
