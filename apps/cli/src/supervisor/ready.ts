import { setTimeout as sleep } from 'node:timers/promises'
import { type Env, httpUrl } from '../env.ts'

const PAUSE = 50
const ANSWER_LIMIT = 2_000

/**
 * Asks the server until it says that it is ready.
 * @throws the signal's reason when that comes first
 */
export async function waitUntilReady({ HOST, PORT }: Env, signal: AbortSignal): Promise<void> {
  const url = `${httpUrl(reachable(HOST), PORT)}/readyz`
  while (!(await isReady(url))) await sleep(PAUSE, undefined, { signal })
}

async function isReady(url: string): Promise<boolean> {
  try {
    const { status, body } = await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT) })
    await body?.cancel()
    return status === 200
  } catch {
    // Nobody listens yet.
    return false
  }
}

/** "All addresses" is one to listen on, not to call. */
const reachable = (host: string) => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host
