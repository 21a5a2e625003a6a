import { describe, expect, test } from 'vitest'
import { bearer, createArticle, createUser, signIn, testApp } from '../testing.ts'

const app = await testApp()
const editor = await createUser()
const headers = bearer(await signIn(editor))
const { id } = await createArticle(editor)

describe('tRPC in batches', () => {
  const batch = (count: number) => {
    const inputs = Object.fromEntries(Array.from({ length: count }, (_, index) => [index, { id }]))
    const names = Array(count).fill('articles.get').join(',')
    return app.inject({
      url: `/trpc/${names}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`,
      headers,
    })
  }

  test('answers up to ten calls at once', async () => {
    const answer = await batch(10)

    expect([answer.statusCode, answer.json().length]).toEqual([200, 10])
  })

  test('refuses eleven', async () => {
    const answer = await batch(11)

    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toMatchObject({
      message: 'One request takes at most 10 calls',
      data: { code: 'BAD_REQUEST', request_id: expect.stringMatching(/./) },
    })
  })

  test('answers each call by itself', async () => {
    const input = encodeURIComponent(JSON.stringify({ 0: { id }, 1: { id: 999_999 } }))

    const answer = await app.inject({
      url: `/trpc/articles.get,articles.get?batch=1&input=${input}`,
      headers,
    })

    expect(answer.statusCode).toBe(207)
    expect(answer.json()).toMatchObject([
      { result: { data: { id } } },
      { error: { data: { code: 'NOT_FOUND' } } },
    ])
  })
})

test('no unsaved work is null on tRPC, and 404 on REST', async () => {
  const viaTrpc = await app.inject({ url: `/trpc/workingCopies.get?input={"id":${id}}`, headers })
  const viaRest = await app.inject({ url: `/admin/articles/${id}/working-copy`, headers })

  expect([viaTrpc.statusCode, viaTrpc.json()]).toEqual([200, { result: { data: null } }])
  expect([viaRest.statusCode, viaRest.json().error]).toEqual([404, 'Working copy not found'])
})
