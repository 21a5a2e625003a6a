import { expect, test } from 'vitest'
import { readSource } from './read-entry.ts'
import { openTemporary, zip } from './testing.ts'

const post = (uuid: string, fields: object) => ({ uuid, title: uuid, status: 'draft', ...fields })
const ghost = (...posts: object[]) => JSON.stringify({ data: { posts } })

test.each([
  [
    'a post of Ghost',
    'lamp.json',
    ghost(post('torn', { lexical: '{"root"' }), post('sound', { html: '<p>Lit</p>' })),
    [
      { key: 'torn', failure: expect.stringContaining('It is damaged: ') },
      { key: 'sound', title: 'sound' },
    ],
  ],
  [
    'a picture of Substack',
    'lamp.zip',
    zip({
      'posts.csv': 'post_id,title\n1.torn,Torn\n2.sound,Sound\n',
      'posts/1.torn.html':
        '<p>Lit</p><img src="https://substackcdn.com/image/fetch/https%3A%2F%2Fa.example%2Fcaf%E9.png">',
      'posts/2.sound.html': '<p>Lit</p>',
    }),
    [{ key: '1', pictures: [{ path: null }] }, { key: '2' }],
  ],
  [
    'a key that two have',
    'lamp.json',
    ghost(...['7', '7-2', '7', '7'].map((uuid) => post(uuid, {}))),
    [{ key: '7' }, { key: '7-2' }, { key: '7-3' }, { key: '7-4' }],
  ],
])('%s ends no import', async (_, name, bytes, expected) => {
  const source = await openTemporary(name, bytes)

  expect(await Array.fromAsync(readSource(source))).toMatchObject(expected)
})

test('addresses of a text beyond a thousand are counted', async () => {
  const aliases = Array.from({ length: 1_002 }, (_, index) => `/${index}`)
  const source = await openTemporary('a.md', `---\naliases: [${aliases}]\n---\nWords`)

  const [item] = await Array.fromAsync(readSource(source))

  expect(item).toHaveProperty('addresses.length', 1_000)
  expect(item).toHaveProperty('receipt', expect.arrayContaining([{ kind: 'address', count: 2, names: [] }]))
})
