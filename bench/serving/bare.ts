import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Target } from './drive.ts'

/** A request whose answer the bare server sends at `path`. */
export interface Copied extends Target {
  path: string
}

/** Headers of the connection or of the moment, not of the response. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'date', 'transfer-encoding']

/** Starts a bare Fastify that sends the same bytes with the same headers as other servers do. */
export async function startBare(requests: readonly Copied[]) {
  const answers = await Promise.all(requests.map(capture))
  const child = fork(new URL('./bare-server.ts', import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  child.send(answers)
  const [url] = (await once(child, 'message')) as [string] // the server's only message
  return { url, pid: child.pid!, [Symbol.dispose]: () => void child.kill() } // it has started
}

async function capture({ url, path, method = 'GET', headers, body }: Copied) {
  // Not fetch, which would decompress the body.
  const sent = request(url, { method, headers })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const responseHeaders = Object.entries(response.headers).filter(
    ([name]) => !OF_THE_CONNECTION.includes(name),
  )
  const bytes = (await buffer(response)).toString('base64')
  return {
    method,
    path,
    status: response.statusCode,
    headers: Object.fromEntries(responseHeaders),
    body: bytes,
  }
}
