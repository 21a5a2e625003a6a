import { expect, test } from 'vitest'
import { userAgentOf } from './user-agent.ts'

// A header of one's own was once stored as the name of a browser: it must not tell one reader from another.
test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Chrome',
  ],
  ['', 'Unknown'],
  ['someone', 'Other'],
  ['ada@example.org/1.0 (a phone that one person has)', 'Other'],
  ['x/1 '.repeat(2000), 'Other'],
])('%.60s is %s', (header, family) => {
  expect(userAgentOf(header).family).toBe(family)
})
