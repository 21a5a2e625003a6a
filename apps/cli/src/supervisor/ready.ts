import { once } from 'node:events'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { httpUrl } from '@nightdesk/config'
import type { Env } from '../env.ts'

const PAUSE = 50
const ANSWER_LIMIT = 2_000

/**
 * Tries the address before the server does: else another server there would answer for ours.
 * @throws when it cannot be listened on
 */
export async function checkAddress({ HOST, PORT }: Env): Promise<void> {
  const listener = createServer().listen(PORT, HOST)
  try {
    await once(listener, 'listening')
  } catch (cause) {
    throw new Error(`${httpUrl(HOST, PORT)} is not free, set PORT or HOST to another`, { cause })
  }
  listener.close()
  await once(listener, 'close')
}

/**
 * Asks the server until it says that it is ready.
 * @throws the signal's reason when that comes first
 */
export async function waitUntilReady({ HOST, PORT }: Env, signal: AbortSignal): Promise<void> {
  const url = `${httpUrl(reachable(HOST), PORT)}/readyz`
  while (!(await isReady(url))) await sleep(PAUSE, undefined, { signal })
}

/** Not `fetch`, which would cost this long-lived process 15 MB for one answer. */
const isReady = (url: string) =>
  new Promise<boolean>((resolve) => {
    const request = get(url, { timeout: ANSWER_LIMIT }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    // Nobody listens yet, or nobody answers.
    request.on('error', () => resolve(false))
  })

/** "All addresses" is one to listen on, not to call. */
const reachable = (host: string) => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host
