import { expect, test } from 'vitest'
import { originOf } from './analytics.ts'

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
])('the origin of the referrer %j is %s', (referrer, origin) => {
  expect(originOf(referrer)).toBe(origin)
})
