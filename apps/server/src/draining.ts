import type { Server } from 'node:http'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'

/** Milliseconds in which a server that stops still listens, and each of its answers ends the connection. */
const DRAINING = 500
/** Milliseconds after which it stops listening, however many still come. */
const LIMIT = 3_000

/**
 * Waits until no request is lost when the server closes: kept connections have had the time to end, each with its
 * next answer, and every new one that waits is taken. Node takes one in each turn of its loop.
 */
export async function letConnectionsEnd(server: Server): Promise<void> {
  const begun = performance.now()
  await delay(DRAINING)
  let isQuiet = false
  const onConnection = () => {
    isQuiet = false
  }
  server.on('connection', onConnection)
  while (!isQuiet && performance.now() - begun < LIMIT) {
    isQuiet = true
    await setImmediate()
  }
  server.off('connection', onConnection)
}
