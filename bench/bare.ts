import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Headers of the connection or of the moment, not of the response. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'date', 'transfer-encoding']

/** Starts a bare Fastify that sends the same bytes with the same headers as `url` for each path. */
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
  // Not fetch, which would decompress the body.
  const [response] = await once(get(`${url}${path}`, { headers }), 'response')
  const responseHeaders = Object.entries(response.headers).filter(
    ([name]) => !OF_THE_CONNECTION.includes(name),
  )
  const body = (await buffer(response)).toString('base64')
  return { path, headers: Object.fromEntries(responseHeaders), body }
}
