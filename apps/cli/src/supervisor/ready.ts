import { once } from 'node:events'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { httpUrl } from '@nightdesk/config'
import type { Env } from '../env.ts'

const PAUSE = 50
const ANSWER_LIMIT = 2_000

/**
 * Checks that the address of the site and those of the metrics are free. Otherwise another program that listens there would
 * answer the readiness requests, or share the port.
 * @throws when one is taken
 */
export async function checkAddresses({ HOST, PORT, METRICS_PORT }: Env, processes: number): Promise<void> {
  await checkAddress(HOST, PORT, 'PORT')
  if (METRICS_PORT === undefined) return
  for (let index = 0; index < processes; index++)
    await checkAddress(HOST, METRICS_PORT + index, 'METRICS_PORT')
}

async function checkAddress(host: string, port: number, setting: string): Promise<void> {
  const listener = createServer().listen(port, host)
  try {
    await once(listener, 'listening')
  } catch (cause) {
    throw new Error(`${httpUrl(host, port)} is not free, set ${setting} or HOST to another`, { cause })
  }
  listener.close()
  await once(listener, 'close')
}

/**
 * Polls the server until it is ready.
 * @throws the reason of the signal if that is aborted first
 */
export async function waitUntilReady(env: Env, signal: AbortSignal): Promise<void> {
  const url = `${serverUrl(env)}/readyz`
  while (!(await isReady(url))) await sleep(PAUSE, undefined, { signal })
}

/** The address at which this machine reaches the server. */
export const serverUrl = ({ HOST, PORT }: Pick<Env, 'HOST' | 'PORT'>): string =>
  httpUrl(reachable(HOST), PORT)

/** Uses `node:http`: `fetch` would take 15 MB of this long-lived process. */
const isReady = (url: string) =>
  new Promise<boolean>((resolve) => {
    const request = get(url, { timeout: ANSWER_LIMIT }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    // The server does not listen or answer yet.
    request.on('error', () => resolve(false))
  })

/** A server can listen on the wildcard addresses, but a client cannot call them. */
const reachable = (host: string) => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host
