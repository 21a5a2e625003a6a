import { expect, test } from 'vitest'
import { ipPrefix } from './connections.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['203.0.113.7:41234', '203.0.113.7'],
  ['[2001:db8:1:2::5]:99', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
  ['somewhere', 'unknown'],
  ['203.0.113.7:x', 'unknown'],
  ['', 'unknown'],
])('%s is known as %s', (address, prefix) => {
  expect(ipPrefix(address)).toBe(prefix)
})
