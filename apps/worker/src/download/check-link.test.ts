import type { IncomingMessage, ServerResponse } from 'node:http'
import { freePort } from '@nightdesk/storage/testing-port'
import { expect, test } from 'vitest'
import { createLinkCheck } from './check-link.ts'
import { startSite } from './testing.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

async function check(answers: Record<string, Answer>, part = '') {
  const asked: string[] = []
  const agents = new Set<string | undefined>()
  const origin = await startSite((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    agents.add(request.headers['user-agent'])
    answers[request.url ?? '']?.(request, response)
  })
  const checkLink = createLinkCheck({
    trusted_origins: [origin],
    site_url: 'https://desk.example',
    timeout: 1_500,
  })
  return { result: await checkLink(`${origin}/a${part}`), origin, asked, agents }
}

const status =
  (code: number, headers = {}): Answer =>
  (_request, response) =>
    response.writeHead(code, headers).end()
const switching: Answer = (_request, { socket }) =>
  socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n')
const redirect = (code: number, location: string) => status(code, { location })

test('a link that works is asked for once, without its body, by a name', async () => {
  const { result, asked, agents } = await check({ '/a': status(200) })

  expect(result).toEqual({ outcome: 'works', status: 200, location: null })
  expect(asked).toEqual(['HEAD /a'])
  expect([...agents]).toEqual(['Nightdesk link check (+https://desk.example)'])
})

test.each<[string, Answer]>([
  ['refuses', (_request, response) => response.writeHead(405).end()],
  ['breaks the connection on', (_request, response) => response.destroy()],
])('a site that %s HEAD is asked by GET', async (_how, answerHead) => {
  const byMethod: Answer = (request, response) =>
    request.method === 'GET' ? response.writeHead(200).end() : answerHead(request, response)

  const { result, asked } = await check({ '/a': byMethod })

  expect(result.outcome).toBe('works')
  expect(asked).toEqual(['HEAD /a', 'GET /a'])
})

test('a permanent redirect is reported with its end, a temporary one is not', async () => {
  const moved = await check({ '/a': redirect(301, '/b'), '/b': redirect(308, '/c'), '/c': status(200) })
  expect(moved.result).toEqual({ outcome: 'moved', status: 200, location: `${moved.origin}/c` })

  const elsewhere = await check({ '/a': redirect(301, '/b'), '/b': redirect(302, '/c'), '/c': status(200) })
  expect(elsewhere.result).toEqual({ outcome: 'works', status: 200, location: null })
})

test('the end of a redirect keeps the part of the page that the link names, unless it names one itself', async () => {
  const kept = await check({ '/a': redirect(301, '/b'), '/b': status(200) }, '#end')
  expect(kept.result.location).toBe(`${kept.origin}/b#end`)

  const named = await check({ '/a': redirect(301, '/b#start'), '/b': status(200) }, '#end')
  expect(named.result.location).toBe(`${named.origin}/b#start`)
})

test.each<[string, Answer, object]>([
  ['404', status(404), { outcome: 'failed', status: 404 }],
  ['410', status(410), { outcome: 'failed', status: 410 }],
  ['500', status(500), { outcome: 'failed', status: 500 }],
  ['403, which robots often get', status(403), { outcome: 'refused', status: 403 }],
  ['429', status(429), { outcome: 'refused', status: 429 }],
  ['101, after which no response comes', switching, { outcome: 'failed', status: null }],
  ['nothing', () => {}, { outcome: 'failed', status: null }],
  ['a broken connection', (_request, response) => response.destroy(), { outcome: 'failed', status: null }],
  ['a redirect to this machine', redirect(302, 'http://127.0.0.1/'), { outcome: 'failed', status: null }],
  ['a redirect to metadata', redirect(301, 'http://169.254.169.254/'), { outcome: 'failed', status: null }],
  ['a redirect to a port', redirect(302, 'http://127.0.0.1:1/'), { outcome: 'refused', status: null }],
  ['a redirect to itself', redirect(301, '/a'), { outcome: 'failed', status: null }],
])('a site that answers %s', async (_what, answer, result) => {
  expect((await check({ '/a': answer })).result).toEqual({ location: null, ...result })
})

test('an address in a private network is not asked', async () => {
  const checkLink = createLinkCheck({ trusted_origins: [], site_url: undefined })

  expect(await checkLink('http://10.0.0.1/')).toMatchObject({ outcome: 'failed' })
  expect(await checkLink('http://localhost/')).toMatchObject({ outcome: 'failed' })
})

test('a site that is down has failed', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`
  const checkLink = createLinkCheck({ trusted_origins: [origin], site_url: undefined })

  expect(await checkLink(`${origin}/a`)).toMatchObject({ outcome: 'failed', status: null })
})
