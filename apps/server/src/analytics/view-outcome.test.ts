import { expect, test } from 'vitest'
import { createViewLimiter, originOf } from './view-outcome.ts'

test.each([
  ['https://user:secret@news.example:8443/a/b?token=1#c', 'https://news.example:8443'],
  ['http://news.example', 'http://news.example'],
  ['android-app://org.example.news/', null],
  ['javascript:alert(1)', null],
  ['data:text/html,hello', null],
  ['file:///etc/passwd', null],
  ['no address', null],
  ['https://a\0b.example/', null],
  ['https://\uD800.example/', null],
  ['', null],
  [null, null],
  [undefined, null],
])('of the referrer %j is kept: %s', (referrer, origin) => {
  expect(originOf(referrer)).toBe(origin)
})

test('a network may be counted so often a minute, and again in the next', () => {
  let time = 0
  const limiter = createViewLimiter(2, () => time)
  const attempts = (network: string) => [1, 2, 3].map(() => limiter.allows(network))

  expect([attempts('a'), attempts('b')]).toEqual([
    [true, true, false],
    [true, true, false],
  ])
  time = 60_000
  expect(attempts('a')).toEqual([true, true, false])
})

test('a limit of 0 is none', () => {
  const limiter = createViewLimiter(0)

  expect(Array.from({ length: 1000 }, () => limiter.allows('a'))).not.toContain(false)
})
