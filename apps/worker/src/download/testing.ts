import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a site on this machine until the test ends. @returns its origin */
export async function startSite(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await server[Symbol.asyncDispose]()
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  return `http://127.0.0.1:${port}`
}
