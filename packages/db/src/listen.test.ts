import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listen.ts'

test('a listener whose database takes connections and never answers says so, tries again, and can be stopped', async () => {
  const sockets: Socket[] = []
  const database = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    database.close()
  })
  await once(database, 'listening')
  const { port } = database.address() as AddressInfo // of a TCP server
  const errors: unknown[] = []

  const listener = listen(`postgresql://nobody@127.0.0.1:${port}/nothing`, 'pages', {
    onMessage: () => {},
    onHearing: () => {},
    onError: (error) => errors.push(error),
  })

  await expect.poll(() => sockets.length, { timeout: 10_000 }).toBe(2)
  expect(errors).toEqual([new Error('timeout expired')])
  await listener.stop()
})
