import autocannon from 'autocannon'
import type { Target } from './serving/drive.ts'

const SECONDS = 2
/** The concurrent readers of a story that is widely shared. */
const CONNECTIONS = 128

interface Load {
  seconds?: number
  /** Requests per second. Default: without a limit. */
  rate?: number
}

/** Sends requests to a target continuously. @throws when a response is not a 2xx */
export async function load(target: Target, { seconds = SECONDS, rate }: Load = {}) {
  const { requests, latency, non2xx, errors } = await autocannon({
    ...target,
    connections: CONNECTIONS,
    // Below the server’s limit of requests per connection, and the same on both sides.
    reconnectRate: 900,
    duration: seconds,
    overallRate: rate,
  })
  if (non2xx + errors > 0) throw new Error(`${target.url}: ${non2xx} answers were not 2xx, ${errors} failed`)
  return { perSecond: requests.average, p99: latency.p99 }
}
