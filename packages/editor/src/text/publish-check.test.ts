import type { Block } from '@nightdesk/contracts'
import { expect, test } from 'vitest'
import { checkForPublishing } from '../index.ts'

const paragraph = (...children: Block['children']): Block => ({ type: 'paragraph', children })
const image = (keys: object): Block => ({ type: 'image', url: '/a.png', ...keys, children: [{ text: '' }] })

test('a finished text lacks nothing', () => {
  const content = [paragraph({ text: 'The ferry leaves at TKO.' }), image({ alt: 'A ferry' })]
  expect(checkForPublishing({ title: 'Dusk', content })).toEqual({ placeholders: 0, undescribed: 0 })
})

test('TK is counted in title, text and captions, and images without a description at any depth', () => {
  const list: Block = { type: 'bulleted-list', children: [{ type: 'list-item', children: [image({})] }] }
  const content = [
    paragraph({ text: 'Leaves at TK, ' }, { text: 'TK', bold: true }),
    image({ alt: '', caption: 'In TK' }),
    list,
  ]
  expect(checkForPublishing({ title: 'TK', content })).toEqual({ placeholders: 4, undescribed: 2 })
})
