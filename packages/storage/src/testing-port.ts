import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux): a server that is stopped for a
 * while finds its port free when it comes back.
 */
const FIRST = 20_000
const LAST = 32_000

/** A port of 127.0.0.1 that nobody listens on, for a test’s own server. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false // somebody listens there
  }
  server.close()
  await once(server, 'close')
  return true
}
