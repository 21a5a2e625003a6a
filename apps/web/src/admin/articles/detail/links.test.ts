import { expect, test } from 'vitest'
import { describeLink } from './links.tsx'

const link = {
  url: 'https://a.example/',
  host: 'a.example',
  status: null,
  location: null,
  checked_at: null,
  story: null,
} as const

test.each([
  [{ state: 'works', status: 200 } as const, 'Works'],
  [{ state: 'dead', status: 404 } as const, 'Dead: 404'],
  [{ state: 'dead' } as const, 'Dead'],
  [{ state: 'unchecked' } as const, 'Not checked'],
])('%o is “%s”', (found, label) => {
  expect(describeLink({ ...link, ...found }).label).toBe(label)
})

test('a first failure names its day, and that it is tried again', () => {
  const failed = { state: 'failed', status: 503, checked_at: '2026-11-20T12:00:00.000Z' } as const

  expect(describeLink({ ...link, ...failed }).detail).toBe(
    'It could not be reached (status 503) on Nov 20, 2026. It is tried again the next day.',
  )
})

test('a redirect names the new address', () => {
  const moved = { state: 'moved', location: 'https://b.example/' } as const

  expect(describeLink({ ...link, ...moved }).detail).toBe('It is now at https://b.example/.')
})

test.each([
  [{ id: 1, title: 'A', is_published: true }, 'Published'],
  [{ id: 1, title: '', is_published: false }, 'Not published'],
  [null, 'Dead'],
])('a link to the story %o is “%s”', (story, label) => {
  for (const url of ['/post/1', '/post/1.epub', 'https://own.example/post/1#end'])
    expect(describeLink({ ...link, url, host: null, state: 'unchecked', story }).label).toBe(label)
})

test('a link below /post that names no number may be an old address, which leads on', () => {
  for (const url of ['/post/the-ferry', 'https://own.example/post/2019-the-ferry'])
    expect(describeLink({ ...link, url, host: null, state: 'unchecked' }).label).toBe('Not checked')
})
