import type { Block } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { outline } from './outline.ts'

const heading = (text: string): Block => ({ type: 'heading-two', children: [{ text }] })
const idsOf = (...texts: string[]) => outline(texts.map(heading), ['main']).map(({ id }) => id)

test('the id of a heading is made of its words', () => {
  expect(idsOf('The  Crossing, at Dusk!')).toEqual(['the-crossing-at-dusk'])
})

test('an id keeps the letters of every script', () => {
  expect(idsOf('Ngũgĩ’s Lamp', '灯台の夜', 'हिन्दी')).toEqual(['ngũgĩ-s-lamp', '灯台の夜', 'हिन्दी'])
})

test('equivalent Unicode spellings make one id', () => {
  expect(idsOf('Cafe\u0301')).toEqual(idsOf('Caf\u00e9'))
})

test('each id is unique, whatever the headings are', () => {
  expect(idsOf('Night', 'Night 2', 'night', '***', '?', 'Main')).toEqual([
    'night',
    'night-2',
    'night-3',
    'section',
    'section-2',
    'main-2',
  ])
})

test('an id has at most 60 characters', () => {
  expect(idsOf('word '.repeat(100))[0]).toHaveLength(60)
})
