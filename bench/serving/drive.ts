import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const run = promisify(execFile)

export interface Target {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

export interface Driven {
  /** Answered requests. */
  requests: number
  /** Requests per second; undefined when the client is so slow that it would be measured too. */
  perSecond: number | undefined
}

/** The same for both sides: below the server’s limit of requests per connection. */
const RECONNECT_RATE = 900

/** Whether `wrk` is here. Without it a client in JavaScript sends the requests, and only processor time counts. */
const hasWrk = await run('wrk', ['-v']).then(
  () => true,
  // It exits with 1 after it has printed its version.
  ({ code }: { code: unknown }) => code !== 'ENOENT',
)

/** Sends requests to a target continuously. @throws when an answer is neither 2xx nor 304 */
export async function drive(target: Target, connections: number, seconds: number): Promise<Driven> {
  return hasWrk ? driveByWrk(target, connections, seconds) : driveByAutocannon(target, connections, seconds)
}

async function driveByWrk(target: Target, connections: number, seconds: number): Promise<Driven> {
  const folder = await mkdtemp(join(tmpdir(), 'nightdesk-wrk-'))
  try {
    const script = join(folder, 'request.lua')
    await writeFile(script, requestScript(target))
    const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script]
    const { stdout } = await run('wrk', [...options, target.url])
    return parseWrk(stdout, target.url)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Double quotes and escapes of JSON are those of Lua, for all the characters that the bench sends. */
const requestScript = ({ method = 'GET', headers = {}, body }: Target) =>
  [
    `wrk.method = ${JSON.stringify(method)}`,
    ...Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = ${JSON.stringify(value)}`),
    ...(body === undefined ? [] : [`wrk.body = ${JSON.stringify(body)}`]),
  ].join('\n')

function parseWrk(output: string, url: string): Driven {
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(output)
  if (failed) throw new Error(`${url}: ${failed[0]}`)
  const [requests, perSecond] = [/(\d+) requests in/, /Requests\/sec:\s+([\d.]+)/].map((pattern) =>
    Number(pattern.exec(output)?.[1]),
  )
  if (!requests || !perSecond) throw new Error(`wrk printed no rate:\n${output}`)
  return { requests, perSecond }
}

async function driveByAutocannon(target: Target, connections: number, seconds: number): Promise<Driven> {
  const { requests, non2xx, errors, statusCodeStats } = await autocannon({
    ...target,
    connections,
    reconnectRate: RECONNECT_RATE,
    duration: seconds,
  })
  const unchanged = statusCodeStats?.['304']?.count ?? 0
  if (non2xx - unchanged + errors > 0)
    throw new Error(`${target.url}: ${non2xx} answers were not 2xx, ${errors} failed`)
  return { requests: requests.total, perSecond: undefined }
}
