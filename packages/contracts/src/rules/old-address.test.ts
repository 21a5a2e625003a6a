import { describe, expect, test } from 'vitest'
import { isNumberedAddress, isOwnAddress, oldAddress, oldSite, redirectTarget } from './old-address.ts'

describe('an old address', () => {
  test.each([
    ['/2019/05/the-ferry/', '/2019/05/the-ferry'],
    ['https://old.example/2019/05/the-ferry/?utm_source=x#more', '/2019/05/the-ferry'],
    ['2019/05/the-ferry', '/2019/05/the-ferry'],
    ['/2019//05/./x/../the-ferry', '/2019/05/the-ferry'],
    ['/2019/the-ferry/index.html', '/2019/the-ferry'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/café', '/caf%C3%A9'],
    ['/cafe\u0301', '/caf%C3%A9'],
    ['/%61-story', '/a-story'],
    ['/a%2fb', '/a%2Fb'],
    ['/caf%e9/', '/caf%C3%A9'],
    ['/caf%E9/caf%C3%A9', '/caf%C3%A9/caf%C3%A9'],
    ['/a\\b%5c', '/a%5Cb%5C'],
    ['//evil.example/a', '/evil.example/a'],
    ['/?p=123', '/?p=123'],
    ['https://old.example?p=123', '/?p=123'],
    ['/index.php?preview=true&page_id=7', '/?page_id=7'],
    ['/story?p=123', '/story'],
    ['/blog/?p=123&feed=rss2', '/blog/?p=123'],
    ['/blog/index.php?cat=3', '/blog/?cat=3'],
    ['/?feed=atom', '/?feed=atom'],
  ])('%s is stored as %s', (address, expected) => {
    expect(oldAddress(address)).toBe(expected)
    expect(oldAddress(expected)).toBe(expected)
  })

  test.each([
    '',
    '/',
    '/?p=one',
    '/?p=',
    '/%',
    '/%E9%',
    '/%00',
    '/\ud800',
    '/?q=word',
    `/${'x'.repeat(1000)}`,
  ])('%s has none', (address) => expect(oldAddress(address)).toBeUndefined())

  test.each([
    '/admin',
    '/admin/x',
    '/api/x',
    '/trpc/x',
    '/search',
    '/rss.xml',
    '/post/12',
    '/author/3/rss.xml',
    '/search/?p=1',
    '/assets/site-a1b2.js',
  ])('%s belongs to the site', (path) => expect(isOwnAddress(path)).toBe(true))

  test.each([
    '/assets/lamp.png',
    '/post/the-ferry',
    '/author/ada',
    '/tag/sea',
    '/administration',
    '/feed',
    '/?p=1',
  ])('%s does not', (path) => expect(isOwnAddress(path)).toBe(false))

  test('of the form /?p=123 is told from the home page', () => {
    expect(['/?p=1', '/index.php?page_id=2', '/?x=1&cat=3'].every(isNumberedAddress)).toBe(true)
    expect(['/', '/?page=2', '/?p=one', '/x?p=1'].some(isNumberedAddress)).toBe(false)
  })
})

describe('the target of a redirect', () => {
  test.each([
    ['/post/12/', '/post/12'],
    [' /tag/s%c3%a9a?page=2#top', '/tag/s%C3%A9a?page=2'],
    ['/', '/'],
    ['/.//evil.example', '/evil.example'],
    ['/x/..//evil.example', '/evil.example'],
    ['/api/uploads/a.png', '/api/uploads/a.png'],
  ])('%s is %s', (address, expected) => expect(redirectTarget(address)).toBe(expected))

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'post/12',
    '/admin/users',
    '/api/articles',
    '/trpc',
    '/%',
    '',
  ])('is never %s', (address) => expect(redirectTarget(address)).toBeUndefined())
})

test.each([
  ['https://lamp.example', 'https://lamp.example/'],
  [' lamp.example/blog ', 'https://lamp.example/blog/'],
  ['http://www.lamp.example/blog/?p=1#a', 'http://www.lamp.example/blog/'],
  ['https://lämp.example', 'https://xn--lmp-qla.example/'],
])('%j is the address of an old site', (address, expected) => expect(oldSite(address)).toBe(expected))

test.each([
  ...['', 'lamp', 'localhost', 'http://localhost:4000', 'lamp.local', 'a.internal', 'lamp.example:8080'],
  ...['127.0.0.1', 'http://2130706433', 'http://0x7f.1', 'https://[::1]/', '10.0.0.1', 'a.lan.'],
  ...[
    'ftp://lamp.example',
    'javascript:alert(1)',
    'https://user:word@lamp.example',
    '/blog',
    '//lamp.example',
  ],
])('%j is no address of a public site', (address) => expect(oldSite(address)).toBeUndefined())
