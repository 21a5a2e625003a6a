import autocannon from 'autocannon'

const SECONDS = 4
/** As many readers as a page has when it is passed around. */
const CONNECTIONS = 128

export interface Target {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** Requests per second that a target answers with 2xx. */
async function rate({ url, method = 'GET', headers, body }: Target): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    method,
    headers,
    body,
    connections: CONNECTIONS,
    // Before the server’s own limit of requests per connection, on both sides alike.
    reconnectRate: 900,
    duration: SECONDS,
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were not 2xx, ${errors} failed`)
  return requests.average
}

/**
 * How many times the rate of `bare` the rate of `ours` is: the median over rounds in which both are measured one
 * after the other, so that a machine whose speed drifts does not decide. The first round warms up.
 */
export async function compare(ours: Target, bare: Target, rounds = 3) {
  const results: { ratio: number; ours: number; bare: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const [a, b] = [await rate(ours), await rate(bare)]
    if (round > 0) results.push({ ratio: a / b, ours: a, bare: b })
  }
  return median(results)
}

const median = <T extends { ratio: number }>(results: T[]): T =>
  results.sort((a, b) => a.ratio - b.ratio)[Math.floor(results.length / 2)]! // there was at least one round
