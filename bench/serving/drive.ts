import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { temporaryDirectory } from '../../scripts/temporary-directory.ts'

const run = promisify(execFile)

export interface Target {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

interface Driven {
  /** Answered requests. */
  requests: number
  /** Requests per second; undefined when the client is so slow that it would be measured too. */
  perSecond: number | undefined
}

/** Whether `wrk` is here. Without it a client in JavaScript sends the requests, and only processor time counts. */
const hasWrk = await run('wrk', ['-v']).then(
  () => true,
  // It exits with 1 after it has printed its version.
  ({ code }: { code: unknown }) => code !== 'ENOENT',
)

/** Sends requests to a target continuously. @throws when an answer is neither 2xx nor 304 */
export async function drive(target: Target, connections: number, seconds: number): Promise<Driven> {
  if (hasWrk) return driveByWrk(target, connections, seconds)
  return { ...(await load(target, { connections, seconds })), perSecond: undefined }
}

async function driveByWrk(target: Target, connections: number, seconds: number): Promise<Driven> {
  await using folder = await temporaryDirectory('wrk')
  const script = join(folder.path, 'request.lua')
  await writeFile(script, requestScript(target))
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script]
  const { stdout } = await run('wrk', [...options, target.url])
  return parseWrk(stdout, target.url)
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

interface Load {
  /** Default: the concurrent readers of a story that is widely shared. */
  connections?: number
  seconds?: number
  /** Requests per second. Default: without a limit. */
  rate?: number
}

/** Sends requests to a target continuously, from this process. @throws when an answer is neither 2xx nor 304 */
export async function load(target: Target, { connections = 128, seconds = 2, rate }: Load = {}) {
  const { requests, latency, non2xx, errors, statusCodeStats } = await autocannon({
    ...target,
    connections,
    // Below the server’s limit of requests per connection, and the same on both sides.
    reconnectRate: 900,
    duration: seconds,
    overallRate: rate,
  })
  const unchanged = statusCodeStats?.['304']?.count ?? 0
  if (non2xx - unchanged + errors > 0)
    throw new Error(`${target.url}: ${non2xx} answers were not 2xx, ${errors} failed`)
  return { requests: requests.total, perSecond: requests.average, p99: latency.p99 }
}
