import { expect, test } from 'vitest'
import { describeSession } from './writing-aids.tsx'

test.each([
  [0, null, '+0 words'],
  [1, null, '+1 word'],
  [1312, null, '+1,312 words'],
  [-20, null, '−20 words'],
  [312, 500, '312 of 500'],
  [-3, 1500, '0 of 1,500'],
])('%i words with the goal %j are shown as %j', (words, goal, text) => {
  expect(describeSession(words, goal)).toBe(text)
})
