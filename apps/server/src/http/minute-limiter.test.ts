import { expect, test } from 'vitest'
import { createMinuteLimiter } from './limits.ts'

test('a network is allowed so many requests a minute, and as many in the next', () => {
  let time = 0
  const limiter = createMinuteLimiter(2, () => time)
  const attempts = (network: string) => [1, 2, 3].map(() => limiter.allows(network))

  expect([attempts('a'), attempts('b')]).toEqual([
    [true, true, false],
    [true, true, false],
  ])
  time = 60_000
  expect(attempts('a')).toEqual([true, true, false])
})

test('a limit of 0 allows everything', () => {
  const limiter = createMinuteLimiter(0)

  expect(Array.from({ length: 1000 }, () => limiter.allows('a'))).not.toContain(false)
})
