import type { Block } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { checkForPublishing } from '../index.ts'

const paragraph = (...children: Block['children']): Block => ({ type: 'paragraph', children })
const image = (keys: object): Block => ({ type: 'image', url: '/a.png', ...keys, children: [{ text: '' }] })

test('a finished text lacks nothing', () => {
  const content = [paragraph({ text: 'The ferry leaves at TKO.' }), image({ alt: 'A ferry' })]
  expect(checkForPublishing({ title: 'Dusk', content })).toEqual({
    placeholders: 0,
    undescribed: 0,
    unreferenced: 0,
  })
})

test('TK is counted in title, text and captions, and images without a description at any depth', () => {
  const list: Block = { type: 'bulleted-list', children: [{ type: 'list-item', children: [image({})] }] }
  const content = [
    paragraph({ text: 'Leaves at TK, ' }, { text: 'TK', bold: true }),
    image({ alt: '', caption: 'In TK' }),
    list,
  ]
  expect(checkForPublishing({ title: 'TK', content })).toMatchObject({ placeholders: 4, undescribed: 2 })
})

test('footnotes that nothing refers to are counted', () => {
  const note = (name: string): Block => ({ type: 'footnote', note: name, children: [{ text: 'See there.' }] })
  const reference: Block = { type: 'footnote-reference', note: 'a', children: [{ text: '' }] }
  const content = [paragraph({ text: 'Dusk' }, reference), note('a'), note('b')]
  expect(checkForPublishing({ title: 'Dusk', content })).toMatchObject({ unreferenced: 1 })
})
