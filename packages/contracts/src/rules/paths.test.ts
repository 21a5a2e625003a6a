import { expect, test } from 'vitest'
import { isSafeImageUrl, isSafeUrl, isWebUrl } from './paths.ts'

test.each([
  'https://example.org/a?b=c#d',
  'HTTP://example.org',
  'http://münchen.example/straße',
  'http://[::1]:3000/',
  'https://example.org/a b',
  'https://example.org/@name',
  'mailto:someone@example.org?subject=Hi',
  'tel:+254-700-000000',
  '/post/3',
  '#notes',
])('%s may be linked to', (url) => {
  expect(isSafeUrl(url)).toBe(true)
})

test.each([
  '',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  '//evil.example',
  '/\\evil.example',
  'https:\\\\evil.example',
  'https:/evil.example',
  'https:evil.example',
  'https://',
  'https:///evil.example',
  'https://user@evil.example',
  'https://user:secret@evil.example',
  'https://@evil.example',
  'https://exa mple.org',
  'https://example.org/\u202Egpj.exe',
  'https://exam\u200Bple.org',
  'https://example.org/\u0000',
  'https://example.org/\uD800',
  'https://example.org/ ',
  'https://example.org/\u00A0',
  'mailto:',
  'tel:',
  'page.html',
  '?q=1',
  'https://example.org/'.padEnd(2049, 'a'),
])('%j is refused', (url) => {
  expect(isSafeUrl(url)).toBe(false)
})

test('a picture comes from the web or from this site, never from a contact or a fragment', () => {
  const urls = ['https://example.org/a.png', '/api/uploads/a.png', 'mailto:a@example.org', '#a']
  expect(urls.map(isSafeImageUrl)).toEqual([true, true, false, false])
  expect(urls.map(isWebUrl)).toEqual([true, false, false, false])
})
