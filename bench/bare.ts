import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Headers that belong to a connection, not to an answer. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'date', 'transfer-encoding']

/** A bare Fastify that sends for each path what `url` sends: the same bytes with the same headers. */
export async function startBare(url: string, paths: string[], headers: Record<string, string>) {
  const answers = await Promise.all(paths.map((path) => capture(url, path, headers)))
  const child = fork(new URL('./bare-server.ts', import.meta.url), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  child.send(answers)
  const [bareUrl] = (await once(child, 'message')) as [string] // the server's only message
  return { url: bareUrl, [Symbol.dispose]: () => void child.kill() }
}

async function capture(url: string, path: string, headers: Record<string, string>) {
  // Not fetch, which would decompress.
  const [response] = await once(get(`${url}${path}`, { headers }), 'response')
  const kept = Object.entries(response.headers).filter(([name]) => !OF_THE_CONNECTION.includes(name))
  const body = (await buffer(response)).toString('base64')
  return { path, headers: Object.fromEntries(kept), body }
}
