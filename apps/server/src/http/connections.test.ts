import { type AddressInfo, connect, Socket } from 'node:net'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { limitConnections, limitRequests } from './connections.ts'
import { sendError } from './errors.ts'

/** A server that answers on demand, and allows a network two connections or requests. */
async function startServer(trustProxy: string[], address: string | (() => string), now?: () => number) {
  const lines: string[] = []
  const loggerInstance: FastifyBaseLogger = createLog('warn', { write: (line) => void lines.push(line) })
  const app = Fastify({ loggerInstance, trustProxy: trustProxy.length > 0 && trustProxy })
  afterAll(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  app.setErrorHandler(sendError)
  // Tests connect from private networks only.
  app.server.prependListener('connection', (socket) => {
    Object.defineProperty(socket, 'remoteAddress', {
      value: typeof address === 'string' ? address : address(),
    })
  })
  limitConnections(app, trustProxy, limitRequests(trustProxy, 2), { max: 2, ...(now && { now }) })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  app.get('/', async () => released)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on a port
  return { port, release, lines, url: `http://127.0.0.1:${port}/` }
}

/** A connection that was answered; undefined when the server closed it. */
function open(port: number): Promise<Socket | undefined> {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /nowhere HTTP/1.1\r\nhost: localhost\r\n\r\n')
  return new Promise((resolve) => {
    socket.once('data', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
    socket.once('close', () => resolve(undefined))
  })
}

test('a network is limited to its connections, and may open another when one ends', async () => {
  const { port } = await startServer([], '203.0.113.7')
  const [first, second, third] = [await open(port), await open(port), await open(port)]
  expect([first, second, third]).toEqual([expect.any(Socket), expect.any(Socket), undefined])

  first?.destroy()

  await expect.poll(() => open(port)).toBeInstanceOf(Socket)
})

test('a network with too many connections is logged every ten minutes, with advice for a proxy', async () => {
  let time = 0
  const { port, lines } = await startServer([], '203.0.113.7', () => time)
  await open(port)
  await open(port)
  expect(lines).toEqual([])

  for (const minute of [0, 1, 9.9, 10]) {
    time = minute * 60_000
    expect(await open(port)).toBeUndefined()
  }

  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line).toContain('"network":"203.0.113.7"')
    expect(line).toContain('TRUST_PROXY')
  }
})

test('a flood from many networks does not fill the log', async () => {
  let last = 0
  const { port, lines } = await startServer([], () => `198.51.100.${Math.floor(last++ / 3)}`)
  for (let count = 0; count < 60; count++) await open(port)

  expect(lines).toHaveLength(10)
})

test.each(['127.0.0.1', '::1', '172.17.0.1', '::ffff:10.0.0.3', 'fd00::1'])(
  '%s may be a proxy, and is not limited',
  async (address) => {
    const { port } = await startServer([], address)

    const sockets = [await open(port), await open(port), await open(port)]

    for (const socket of sockets) expect(socket).toBeInstanceOf(Socket)
  },
)

test('behind a trusted proxy, the network that it names counts', async () => {
  const { url, release } = await startServer(['loopback', '198.51.100.0/24'], '198.51.100.9')
  const ask = (client: string) =>
    fetch(url, { headers: { 'x-forwarded-for': client } }).then(({ status }) => status)

  const asked = ['203.0.113.7', '203.0.113.7', '203.0.113.7'].map(ask)
  expect(await Promise.race(asked)).toBe(429)
  const other = ask('203.0.113.8')
  release()

  expect(await other).toBe(200)
  expect((await Promise.all(asked)).sort()).toEqual([200, 200, 429])
  expect(await ask('203.0.113.7')).toBe(200)
})
