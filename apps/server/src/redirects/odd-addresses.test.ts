import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { addRedirects, REDIRECTS } from '@nightdesk/db'
import { beforeAll, expect, test } from 'vitest'
import { as, createPublished, createUser, db, dependencies, testApp } from '../testing.ts'

const app = await testApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo // it listens on a port
const editor = await createUser()
const { id } = await createPublished(editor)
const story = `/post/${id}`

beforeAll(async () => {
  await as(editor).articles.update({ id, tags: ['Coffee'] })
  await db.transaction().execute(async (tx) => {
    await addRedirects(
      tx,
      [
        { address: '/caf%E9/', article_id: id },
        { address: '/tag/caf%E9', target: '/tag/coffee' },
        { address: '/evil.example/a', article_id: id },
      ],
      null,
    )
  })
  dependencies.pages.drop([REDIRECTS])
})

/** Asks for an address as it is written, which a client would correct. */
async function ask(address: string, accept: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `GET ${address} HTTP/1.1\r\nhost: site.example\r\naccept: ${accept}\r\nconnection: close\r\n\r\n`,
    'latin1',
  )
  const answer = await text(socket)
  const location = /\r\nlocation: (.*)\r\n/i.exec(answer)?.[1]
  return location ?? Number(answer.split(' ', 2)[1])
}

test.each([
  ['/caf%E9', story],
  ['/caf%e9/?utm_source=letter', story],
  ['/caf%C3%A9', story],
  ['/caf%E9/feed/', story],
  ['/tag/caf%E9/', '/tag/coffee'],
  ['//evil.example/a', story],
  ['/\\evil.example/a', 404],
  ['//evil.example', 404],
  ['//evil.example/%2f..', 404],
  ['/tag/%2e%2e', '/'],
  ['/%5Cevil.example', 404],
  ['/%', 404],
  ['/%zz/caf%E9', 404],
  ['/th%E9', 404],
  ['/a%00b', 404],
  ['/a%0d%0aset-cookie:x', 404],
  ['/caf\xe9', 400],
  ['/a\0b', 400],
])('%j is answered with %s', async (address, expected) => {
  for (const accept of ['text/html', '*/*']) expect(await ask(address, accept)).toBe(expected)
})

test.each([
  ['letters', 'x'],
  ['escapes', '%E9'],
  ['slashes', '/'],
])('an address of thousands of %s is not found', async (_, part) => {
  expect(await ask(`/${part.repeat(4_000)}x`, 'text/html')).toBe(404)
})

test('what was not found can be listed, whatever is in it', async () => {
  await dependencies.missing_addresses.flush()

  const { addresses } = await as(editor).redirects.missing({})

  expect(addresses.map(({ path }) => path)).toEqual(expect.arrayContaining(['/th%C3%A9', '/%5Cevil.example']))
})
