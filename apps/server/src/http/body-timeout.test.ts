import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { allowSlowBody, limitBodyTime } from './server.ts'

/** Sends a part of a body to a server that allows it no time. */
async function sendSlowly(onRequest: (request: IncomingMessage) => void) {
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    limitBodyTime(server, request, 1)
    onRequest(request)
    request.resume().on('end', () => response.end('all of it'))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    socket.end(`HTTP/1.1 408 ${error.code}\r\n\r\n`),
  )
  await once(server.listen(0), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  const sent = httpRequest({ port, method: 'POST', headers: { 'content-length': 10 } })
  sent.write('first')
  return { sent, answer: once(sent, 'response').then(([response]) => response as IncomingMessage) }
}

test('a body that does not come is refused', async () => {
  const { answer } = await sendSlowly(() => {})

  expect(await answer).toMatchObject({ statusCode: 408, statusMessage: 'ERR_HTTP_REQUEST_TIMEOUT' })
})

test('a route may wait for a slow one', async () => {
  const asked = Promise.withResolvers<void>()
  const { sent, answer } = await sendSlowly((request) => {
    allowSlowBody(request)
    setTimeout(asked.resolve, 20)
  })

  await asked.promise
  sent.end('after')

  expect(await answer).toMatchObject({ statusCode: 200 })
})
