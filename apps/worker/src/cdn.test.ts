import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import type { CdnKind } from '@nightdesk/config'
import { EVERYTHING } from '@nightdesk/db'
import { expect, test } from 'vitest'
import { createCdnPurge } from './cdn.ts'
import { startSite } from './download/testing.ts'

const TOKEN = 'seven-lanterns'

interface Received {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: unknown
}

/** Starts a CDN of this kind. @returns how to purge it, and the requests that it received */
async function startCdn(
  CDN_KIND: CdnKind,
  answer: (response: ServerResponse) => void = (response) => response.end('{"success":true}'),
  time_limit?: number,
) {
  const received: Received[] = []
  const origin = await startSite(async (request, response) => {
    const { method, url, headers } = request
    received.push({ method, url, headers, body: method === 'POST' ? await json(request) : null })
    answer(response)
  })
  const settings = { CDN_PURGE_URL: `${origin}/service/SU1Z/purge`, CDN_PURGE_TOKEN: TOKEN, CDN_KIND }
  const purge = createCdnPurge(settings, time_limit)
  if (!purge) throw new Error('There is a CDN')
  return { purge, received, origin }
}

test('Fastly is sent a list of surrogate keys', async () => {
  const { purge, received } = await startCdn('fastly')

  await purge(['lists', 'article:1', 'lists'])

  expect(received).toMatchObject([
    {
      method: 'POST',
      url: '/service/SU1Z/purge',
      headers: { 'fastly-key': TOKEN, accept: 'application/json', 'content-type': 'application/json' },
      body: { surrogate_keys: ['lists', 'article:1'] },
    },
  ])
  expect(received[0]?.headers).not.toHaveProperty('fastly-soft-purge')
})

test('Cloudflare is sent a list of tags', async () => {
  const { purge, received } = await startCdn('cloudflare')

  await purge(['lists', 'article:1'])

  expect(received).toMatchObject([
    {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: { tags: ['lists', 'article:1'] },
    },
  ])
})

test('Varnish is sent PURGE with tags in a header', async () => {
  const { purge, received } = await startCdn('varnish')

  await purge(['lists', 'article:1'])

  const headers = { authorization: `Bearer ${TOKEN}`, 'surrogate-key': 'lists article:1' }
  expect(received).toMatchObject([{ method: 'PURGE', headers }])
})

test.each([
  ['everything', ['lists', EVERYTHING]],
  ['more tags than one request may name', Array.from({ length: 101 }, (_, id) => `article:${id}`)],
])('%s is purged by the tag of everything', async (_what, tags) => {
  const { purge, received } = await startCdn('fastly')

  await purge(tags)

  expect(received).toMatchObject([{ body: { surrogate_keys: ['everything'] } }])
})

test.each([401, 429, 503])(
  'a purge that is answered with %i has failed, and its error has no token',
  async (code) => {
    const { purge } = await startCdn('fastly', (response) => response.writeHead(code).end(`Not ${TOKEN}`))

    await expect(purge(['lists'])).rejects.toThrow(new Error(`The CDN answered ${code} to a purge`))
  },
)

test('the token follows no redirect', async () => {
  const other = await startCdn('fastly')
  const { purge } = await startCdn('fastly', (response) =>
    response.writeHead(307, { location: `${other.origin}/elsewhere` }).end(),
  )

  await expect(purge(['lists'])).rejects.toThrow('fetch failed')
  expect(other.received).toEqual([])
})

test('a CDN that does not answer fails the purge', async () => {
  const { purge } = await startCdn('fastly', () => {}, 50)

  await expect(purge(['lists'])).rejects.toThrow('timeout')
})

test('without an address there is no CDN', () => {
  expect(createCdnPurge({})).toBeNull()
})
