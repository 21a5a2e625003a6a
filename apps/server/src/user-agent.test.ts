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

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Desktop'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.5 Mobile/15E148 Safari/604.1',
    'Tablet',
  ],
  ['', 'Unknown'],
  ['someone', 'Unknown'],
])('%.60s is read on: %s', (header, device) => {
  expect(userAgentOf(header).device).toBe(device)
})
