import { Buffer } from 'node:buffer'
import { newKey, StorageUnavailable } from '@nightdesk/storage'
import { describe, expect, test } from 'vitest'
import { dependencies, testApp } from '../testing.ts'

const app = await testApp()
const filename = newKey('png')
const url = `/api/uploads/${filename}`
const etag = `"${filename}"`
await dependencies.storage.put(filename, Buffer.from('abcdefghijklmnopqrstuvwxyz'))

const get = (headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('a stored file', () => {
  test('has the type of its name, is cacheable for ever, and never runs', async () => {
    const response = await get()

    expect(response.statusCode).toBe(200)
    expect(response.body).toBe('abcdefghijklmnopqrstuvwxyz')
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '26',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': `inline; filename="${filename}"`,
      'cross-origin-resource-policy': 'same-site',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag,
    })
  })

  test('answers HEAD with the same headers and no bytes', async () => {
    const [head, whole] = [await app.inject({ method: 'HEAD', url }), await get()]

    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' })
  })

  test.each(['jpg', 'gif', 'webp', 'avif'] as const)(
    'has the type of its extension: %s',
    async (extension) => {
      const name = newKey(extension)
      await dependencies.storage.put(name, Buffer.from('<script>alert(1)</script>'))

      const response = await app.inject({ url: `/api/uploads/${name}` })

      expect(response.headers['content-type']).toBe(`image/${extension === 'jpg' ? 'jpeg' : extension}`)
    },
  )

  test.each([etag, `W/${etag}`, `"other", ${etag}`, '*'])(
    'is 304 for a client that has it: %s',
    async (known) => {
      const response = await get({ 'if-none-match': known })

      expect(response.statusCode).toBe(304)
      expect(response.body).toBe('')
      expect(response.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=31536000, immutable' })
    },
  )

  test('is sent to a client that has another', async () => {
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  })
})

describe('a part of a file', () => {
  test.each([
    ['bytes=0-0', 'a', '0-0'],
    ['bytes=2-4', 'cde', '2-4'],
    ['bytes=20-', 'uvwxyz', '20-25'],
    ['bytes=-3', 'xyz', '23-25'],
    ['bytes=20-999', 'uvwxyz', '20-25'],
    ['bytes=-999', 'abcdefghijklmnopqrstuvwxyz', '0-25'],
  ])('%s', async (range, body, contentRange) => {
    const response = await get({ range })

    expect(response.statusCode).toBe(206)
    expect(response.body).toBe(body)
    expect(response.headers).toMatchObject({
      'content-range': `bytes ${contentRange}/26`,
      'content-length': String(body.length),
      'content-type': 'image/png',
    })
  })

  test.each(['bytes=26-', 'bytes=99-100', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    'that is not there is refused: %s',
    async (range) => {
      const response = await get({ range })

      expect(response.statusCode).toBe(416)
      expect(response.headers['content-range']).toBe('bytes */26')
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.json()).toMatchObject({ success: false, request_id: expect.any(String) })
    },
  )

  test.each(['bytes=0-1,3-4', 'bytes=4-2', 'bytes=-', 'bytes=a-b', 'items=0-1', 'nonsense'])(
    'that makes no sense to us is the whole: %s',
    async (range) => {
      const response = await get({ range })

      expect(response.statusCode).toBe(200)
      expect(response.body).toHaveLength(26)
    },
  )

  test.each([
    [etag, 206],
    ['"other"', 200],
    [`W/${etag}`, 200],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 200],
  ])('if it still is the same: %s', async (ifRange, status) => {
    expect((await get({ range: 'bytes=0-3', 'if-range': ifRange })).statusCode).toBe(status)
  })
})

test.each([
  newKey('png'),
  'photo.png',
  `${filename}.html`,
  filename.toUpperCase(),
  filename.replace('.png', '.svg'),
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '.env',
  'a%00.png',
])('there is no file %s', async (name) => {
  const response = await app.inject({ url: `/api/uploads/${name}` })

  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ success: false, code: 'NOT_FOUND' })
  expect(response.headers['cache-control'] ?? '').not.toContain('immutable')
})

test('a store that is down is a 503, not a missing file', async () => {
  const head = () => Promise.reject(new StorageUnavailable('down'))
  const server = await testApp({ storage: { ...dependencies.storage, head } })

  const response = await server.inject({ url })

  expect(response.statusCode).toBe(503)
})
