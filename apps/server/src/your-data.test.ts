import { expect, test } from 'vitest'
import { createPublished, dependencies, testApp } from './testing.ts'

const app = await testApp()
const { id, title } = await createPublished()

const OWN = { 'sec-fetch-site': 'same-origin' }

const send = (fields: Record<string, string>, headers: Record<string, string> = OWN) =>
  app.inject({
    method: 'POST',
    url: '/your-data',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

const open = (session_id: string) =>
  app.inject({
    method: 'POST',
    url: `/api/articles/${id}/view`,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    payload: { session_id, referrer: 'https://example.org/somewhere' },
  })

test('a visitor sees what is counted about their browser, and erases it', async () => {
  const session_id = 'reader-of-lamps'
  await open(session_id)

  const shown = await send({ session_id, action: 'show' })
  expect(shown.statusCode).toBe(200)
  expect(shown.headers['cache-control']).toBe('no-store')
  for (const word of [title, 'https://example.org', 'Firefox']) expect(shown.body).toContain(word)
  expect(shown.body).not.toContain('somewhere')

  const erased = await send({ session_id, action: 'erase' })
  expect(erased.body).toContain('data-erased')
  expect((await send({ session_id, action: 'show' })).body).toContain('Nothing is counted')
  const { views } = await dependencies.db
    .selectFrom('view_days')
    .where('article_id', '=', id)
    .select('views')
    .executeTakeFirstOrThrow()
  expect(views).toBe(1)
})

test('a visitor who has opened more than the page lists is told so', async () => {
  const session_id = 'reader-of-everything'
  const { hash_visitor, views } = dependencies
  const view = {
    article_id: id,
    version_id: null,
    referrer: null,
    user_agent_family: 'Firefox',
    device: 'Desktop',
  }
  const attempt = { ...view, visitor_hash: hash_visitor(session_id), staff: false, reason: null }
  const note = 'Only the last 200 times are listed.'
  const shown = async () => (await send({ session_id, action: 'show' })).body.replaceAll('<!-- -->', '')
  await Promise.all(Array.from({ length: 199 }, () => views.record(attempt)))
  expect(await shown()).not.toContain(note)

  await Promise.all(Array.from({ length: 2 }, () => views.record(attempt)))

  expect(await shown()).toContain(note)
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another origin of the same site', { 'sec-fetch-site': 'same-site' }],
  ['another origin in an old browser', { origin: 'https://example.org' }],
])('the form cannot be sent from %s', async (_from, headers) => {
  await open('reader-of-moons')

  expect((await send({ session_id: 'reader-of-moons', action: 'erase' }, headers)).statusCode).toBe(403)

  expect((await send({ session_id: 'reader-of-moons', action: 'show' })).body).toContain(title)
})

test('what is no identifier is refused', async () => {
  expect((await send({ session_id: "' or 1=1", action: 'show' })).statusCode).toBe(422)
  expect((await send({})).statusCode).toBe(422)
})

test('a network may ask twenty times a minute', async () => {
  const limited = await testApp()
  const ask = () =>
    limited.inject({
      method: 'POST',
      url: '/your-data',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...OWN },
      payload: 'session_id=reader-0001',
    })
  const statuses: number[] = []
  for (let count = 0; count < 41; count += 1) statuses.push((await ask()).statusCode)

  expect(statuses[0]).toBe(200)
  // The minute may change once meanwhile.
  expect(statuses).toContain(429)
})

test('the page itself is the same for everybody, and says what is counted', async () => {
  const { statusCode, body, headers } = await app.inject('/your-data')

  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toContain('public')
  expect(body).toContain('action="/your-data" method="post"')
})
