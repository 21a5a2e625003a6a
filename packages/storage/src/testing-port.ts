import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports of outgoing connections (from 32768 on Linux), so that the port of a server that stops for a while stays
 * free.
 */
const FIRST = 20_000
const LAST = 32_000

/** A free port of 127.0.0.1, for the server of a test. */
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
    return false // the port is taken
  }
  server.close()
  await once(server, 'close')
  return true
}
