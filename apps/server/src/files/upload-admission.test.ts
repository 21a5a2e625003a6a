import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noise } from '@nightdesk/images/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bearer, createUser, signIn, testApp } from '../testing.ts'

const picture = await noise(40, 30).png().toBuffer()

type Headers = Record<string, string>

/** Sends the head of a request and the beginning of its body; the rest when told. */
function beginUpload(port: number, headers: Headers) {
  const type = { 'content-type': 'multipart/form-data; boundary=one-boundary' }
  const sent = httpRequest({ port, method: 'POST', path: '/admin/upload', headers: { ...headers, ...type } })
  sent.write(
    '--one-boundary\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
  )
  const answer = once(sent, 'response').then(([response]) => response as IncomingMessage)
  const finish = () => sent.end(Buffer.concat([picture, Buffer.from('\r\n--one-boundary--\r\n')]))
  return { answer, finish }
}

test.each([
  ['of one account', 1, 7],
  ['of all together', 4, 19],
])(
  'beyond the uploads %s that may wait, one is refused before its body has come',
  async (_, accounts, count) => {
    const server = await testApp()
    await server.listen({ port: 0 })
    const { port } = server.server.address() as AddressInfo // it listens on a port
    const headers = await Promise.all(
      Array.from({ length: accounts }, async () => bearer(await signIn(await createUser()))),
    )
    const begun = Array.from({ length: count }, (_, index) =>
      beginUpload(port, headers[index % accounts] ?? {}),
    )

    const refused = await Promise.race(begun.map(({ answer }) => answer))
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')

    for (const { finish } of begun) finish()
    const answers = await Promise.all(begun.map(({ answer }) => answer))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(count - 1)
  },
)

test('an upload may take minutes while its bytes keep coming', async () => {
  const server = await testApp()
  await server.listen({ port: 0 })
  const { port } = server.server.address() as AddressInfo // it listens on a port
  const headers = bearer(await signIn(await createUser()))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { answer, finish } = beginUpload(port, headers)
  await vi.waitUntil(() => vi.getTimerCount() > 1)

  vi.advanceTimersByTime(5 * 60_000)
  vi.useRealTimers()
  finish()

  expect(await answer).toMatchObject({ statusCode: 201 })
})
