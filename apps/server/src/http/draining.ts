import type { Server } from 'node:http'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'

/** Milliseconds in which a server that stops still listens, and each of its answers ends the connection. */
const DRAINING = 500
/** Milliseconds after which it stops listening, however many still come. */
const LIMIT = 3_000
/** Milliseconds that the turn of the loop may take in which nobody came; more from turn to turn, on a busy machine. */
const SHORT_TURN = 0.5
const MORE = 1.05

/**
 * Stops listening so that no request is lost: kept connections have had the time to end, each with its next answer,
 * and every new one that waits is taken; Node takes one in each turn of its loop. Whoever waits when the socket is
 * closed is reset by the system, so it is closed in the very turn that found nobody, if that was a short one.
 */
export async function stopListening(server: Server): Promise<void> {
  const begun = performance.now()
  await delay(DRAINING)
  let hasCome = false
  const onConnection = () => {
    hasCome = true
  }
  server.on('connection', onConnection)
  for (let allowed = SHORT_TURN; performance.now() - begun < LIMIT; allowed *= MORE) {
    hasCome = false
    const turn = performance.now()
    await setImmediate()
    if (!hasCome && performance.now() - turn < allowed) break
  }
  server.off('connection', onConnection)
  server.close()
}
