import { describe, expect, test } from 'vitest'
import { createPublished, testApp } from '../testing.ts'

const app = await testApp()
const { id } = await createPublished()
const paths = ['/', `/post/${id}`, '/privacy', '/api/articles', `/api/articles/${id}`]

describe.each(paths)('%s', (url) => {
  test.each([
    ['the same tag', (tag: string) => tag],
    ['the same tag, weakened on the way', (tag: string) => `W/${tag}`],
    ['one of a list', (tag: string) => `"other", W/"another",${tag}`],
    ['whatever there is', () => ' * '],
  ])('is unchanged to a client that knows %s', async (_what, known) => {
    const { headers } = await app.inject(url)

    const again = await app.inject({ url, headers: { 'if-none-match': known(String(headers.etag)) } })

    expect([again.statusCode, again.body]).toEqual([304, ''])
    for (const name of ['etag', 'vary', 'cache-control']) expect(again.headers[name]).toBe(headers[name])
    expect(again.headers).not.toHaveProperty('content-type')
  })

  test('is sent to a client that knows something else', async () => {
    const { headers } = await app.inject(url)
    const other = String(headers.etag).replace(/.(?=")/g, '')

    const again = await app.inject({ url, headers: { 'if-none-match': `${other}, "", W/"x"` } })

    expect(again.statusCode).toBe(200)
  })

  test.each(['br', 'gzip', 'identity'])('says to HEAD what it says to GET (%s)', async (accepted) => {
    const headers = { 'accept-encoding': accepted }
    const [whole, head] = [
      await app.inject({ url, headers }),
      await app.inject({ method: 'HEAD', url, headers }),
    ]

    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' })
    expect(Number(whole.headers['content-length'])).toBe(whole.rawPayload.length)
  })
})
