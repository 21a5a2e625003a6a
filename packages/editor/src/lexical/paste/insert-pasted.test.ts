import { expect, test } from 'vitest'
import { toLexical } from '../../convert.ts'
import { readOwnClipboard } from './insert-pasted.ts'

const copied = (nodes: unknown[]) => JSON.stringify({ namespace: 'nightdesk', nodes })

test('content that our editor copied is unchanged', () => {
  const blocks = [{ type: 'poll', votes: 3, children: [{ text: 'a', bold: true }] }]
  expect(readOwnClipboard(copied(toLexical(blocks).root.children), 'nightdesk')).toEqual(blocks)
})

test('unsafe URLs, which any page can put there, are dropped', () => {
  const image = { type: 'image', $: { slate: { url: 'data:image/png;base64,AA==', filename: '../a' } } }
  const link = { type: 'link', url: 'javascript:alert(1)', children: [{ type: 'text', text: 'a' }] }
  expect(readOwnClipboard(copied([image, { type: 'paragraph', children: [link] }]), 'nightdesk')).toEqual([
    { type: 'image', url: '', children: [{ text: '' }] },
    {
      type: 'paragraph',
      children: [{ text: '' }, { type: 'link', url: '', children: [{ text: 'a' }] }, { text: '' }],
    },
  ])
})

test.each(['', '{', '[]', '{"namespace":"nightdesk","nodes":[1]}', '{"namespace":"other","nodes":[]}'])(
  'other JSON is left to the other types on the clipboard: %s',
  (json) => expect(readOwnClipboard(json, 'nightdesk')).toBeUndefined(),
)
