import type { Block } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { findMarks, fixMarks } from '../index.ts'
import type { LinkFact } from './copy-marks.ts'

const link = (url: string): Block => ({ type: 'link', url, children: [{ text: 'there', bold: true }] })
const textOf = (...links: Block[]) => ({
  title: 'Dusk',
  excerpt: 'A ferry leaves.',
  featured_image: '/f.png',
  featured_image_alt: 'A ferry',
  content: [{ type: 'paragraph', children: [{ text: 'See ' }, ...links] }],
})
const marksOf = (text: ReturnType<typeof textOf>, facts: Record<string, LinkFact> = {}) =>
  findMarks(text, { pictureBytes: new Map(), links: new Map(Object.entries(facts)) })
const moved = (location: string): LinkFact => ({ type: 'moved', location })

test('dead links and links without https are marked, each once', () => {
  const urls = [
    'http://a.example/',
    '/post/9',
    'http://c.example/',
    'https://d.example/',
    'https://e.example/',
  ]
  const facts: Record<string, LinkFact> = {
    '/post/9': { type: 'missing' },
    'http://c.example/': { type: 'missing' },
    'https://d.example/': { type: 'unreachable' },
    'https://e.example/': moved('https://f.example/'),
  }
  expect(
    marksOf(textOf(...urls.map(link)), facts).map(({ kind, sentence }) => `${kind}: ${sentence}`),
  ).toEqual([
    'dead-link: Nothing is at /post/9.',
    'dead-link: Nothing is at http://c.example/.',
    'dead-link: https://d.example/ could not be reached for a day.',
    'http-link: http://a.example/ is not encrypted.',
  ])
})

test.each([
  ['http://a.example/b?c=d', 'https://a.example/b?c=d', 'https://a.example/b?c=d'],
  ['http://a.example/b#part', 'https://a.example/b', 'https://a.example/b#part'],
  ['http://a.example', 'https://www.a.example/', 'https://www.a.example/'],
  ['http://a.example/b', 'https://a.example/b/', 'https://a.example/b/'],
])('%s that leads to %s becomes %s', (url, location, fixed) => {
  const text = textOf(link(url), link('https://g.example/'), link(url))
  const marks = marksOf(text, { [url]: moved(location) })
  expect(marks.map(({ kind }) => kind)).toEqual(['http-link', 'http-link'])

  expect(fixMarks(text, marks)).toEqual(textOf(link(fixed), link('https://g.example/'), link(fixed)))
  expect(fixMarks(text, marks.slice(1))).toEqual(textOf(link(url), link('https://g.example/'), link(fixed)))
})

test.each([
  'https://b.example/',
  'https://a.example/',
  'http://a.example/story/',
  'https://a.example/story?from=http',
])('a page that moved to %s is another one, which only a writer can link to', (location) => {
  const url = 'http://a.example/story'
  expect(marksOf(textOf(link(url)), { [url]: moved(location) })).toEqual([
    expect.not.objectContaining({ fix: expect.anything() }),
  ])
})

test('a link that shows its address shows the new one', () => {
  const showing = (url: string): Block => ({ type: 'link', url, children: [{ text: url, bold: true }] })
  const text = textOf(showing('http://a.example/b'))
  const marks = marksOf(text, { 'http://a.example/b': moved('https://a.example/b') })
  expect(fixMarks(text, marks)).toEqual(textOf(showing('https://a.example/b')))
})

test('an address that is none has a mark without a fix', () => {
  const url = 'http://['
  expect(marksOf(textOf(link(url)), { [url]: moved('https://a.example/') })).toMatchObject([
    { kind: 'http-link' },
  ])
})
