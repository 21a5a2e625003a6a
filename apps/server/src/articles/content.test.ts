import { describe, expect, test } from 'vitest'
import { bearer, createArticle, createUser, signIn, testApp } from '../testing.ts'

const app = await testApp()
const editor = await createUser()
const headers = { ...bearer(await signIn(editor)), 'content-type': 'application/json' }
const before = await createArticle(editor)

const read = () => app.inject({ url: `/admin/articles/${before.id}`, headers })

/** JSON text with deeply nested blocks and a text in the innermost. `JSON.stringify` could not write it. */
const nested = (depth: number) =>
  `${'{"type":"x","children":['.repeat(depth)}{"text":""}${']}'.repeat(depth)}`
const nestedLists = (depth: number) =>
  `{"type":"x","children":[],"data":${'['.repeat(depth)}${']'.repeat(depth)}}`
const many = (count: number, block: string) => Array(count).fill(block).join(',')
const text = (length: number) => `{"type":"paragraph","children":[{"text":"${'x'.repeat(length)}"}]}`

const refused: [string, string][] = [
  ['1,000 levels', nested(1000)],
  ['100,000 levels', nested(100_000)],
  ['100,000 lists in each other', nestedLists(100_000)],
  ['33 levels', nested(32)],
  ['20,001 blocks', many(20_001, '{"type":"x","children":[]}')],
  ['5,001 parts of a block', `{"type":"x","children":[${many(5001, '{"text":""}')}]}`],
  ['a passage of 100,001 characters', text(100_001)],
  ['more than a mebibyte', many(12, text(99_999))],
  ['a number that is none', '{"type":"x","children":[],"n":1e400}'],
  ['a text that NUL is in', '{"type":"x","children":[{"text":"a\\\\u0000"}]}'.replace('\\\\', '\\')],
  ['a text of half a pair', '{"type":"x","children":[{"text":"\\\\ud800"}]}'.replace('\\\\', '\\')],
  ['a text for a block', '"x"'],
  ['a constructor', '{"type":"x","children":[],"constructor":{"prototype":{}}}'],
  ['a script in a link', '{"type":"link","url":"javascript:alert(1)","children":[]}'],
]

describe.each(refused)('%s', (_what, blocks) => {
  test.each([
    ['blocks', `{"content":[${blocks}]}`],
    ['JSON text', JSON.stringify({ content: `[${blocks}]` })],
  ])('as %s are refused on tRPC and REST, and change nothing', async (_how, payload) => {
    const url = `/admin/articles/${before.id}`
    const procedure = { url: '/trpc/articles.update', payload: payload.replace('{', `{"id":${before.id},`) }

    const viaRest = await app.inject({ method: 'PUT', url, headers, payload })
    const viaTrpc = await app.inject({ method: 'POST', headers, ...procedure })

    for (const { statusCode } of [viaRest, viaTrpc]) expect([400, 413, 422]).toContain(statusCode)
    expect((await read()).json()).toEqual(before)
  })
})

test.each([
  ['__proto__', '[{"type":"x","children":[],"__proto__":{"isAdmin":true}}]'],
  ['truncated JSON', '[{"type":"x","children":['],
  ['JSON that is no list', '{"type":"x","children":[]}'],
  ['nothing', ''],
])('content as text: %s is 422', async (_what, content) => {
  const url = `/admin/articles/${before.id}`

  const answer = await app.inject({ method: 'PUT', url, headers, payload: JSON.stringify({ content }) })

  expect([answer.statusCode, answer.json().code]).toEqual([422, 'VALIDATION_FAILED'])
  expect({}).not.toHaveProperty('isAdmin')
})

test.each([
  ['more than a mebibyte', many(12, text(99_999)), 413],
  ['more bytes than letters', many(12, text(49_999).replaceAll('x', 'ß')), 413],
  ['a passage of 100,001 characters', text(100_001), 422],
])('%s, as blocks or as JSON text, has its status', async (_what, blocks, status) => {
  const url = `/admin/articles/${before.id}`
  const payloads = [`{"content":[${blocks}]}`, JSON.stringify({ content: `[${blocks}]` })]

  const answers = await Promise.all(
    payloads.map((payload) => app.inject({ method: 'PUT', url, headers, payload })),
  )

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status])
  expect(answers[0]?.json().code).toBe(status === 413 ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION_FAILED')
})

test('a mebibyte of content is accepted, also as JSON inside JSON of twice the length', async () => {
  const quotes = `{"type":"paragraph","children":[{"text":"${'\\"'.repeat(50_000)}"}]}`
  const content = `[${many(10, quotes)}]`

  const payload = JSON.stringify({ title: 'Quotes', content })
  const answer = await app.inject({ method: 'POST', url: '/admin/articles', headers, payload })

  expect([answer.statusCode, payload.length > 2_000_000]).toEqual([201, true])
})

test.each([
  ['32 levels', nested(31)],
  ['10,000 blocks', many(5000, text(1))],
  ['a passage of 100,000 characters', text(100_000)],
])('%s are stored, and can be changed', async (_what, blocks) => {
  const payload = `{"title":"Large","content":[${blocks}]}`

  const created = await app.inject({ method: 'POST', url: '/admin/articles', headers, payload })
  const { id } = created.json().article
  const smaller = { method: 'PUT', url: `/admin/articles/${id}`, headers, payload: '{"content":[]}' } as const

  expect([created.statusCode, (await app.inject(smaller)).statusCode]).toEqual([201, 200])
})
