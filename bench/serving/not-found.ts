import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { borrowEmbedded } from '../../packages/db/src/embedded/start.ts'
import { connect, PAGE_CHANNEL } from '../../packages/db/src/index.ts'
import type { Stack } from '../../scripts/stack.ts'
import { median, report } from '../results.ts'
import { processorTime } from './processor-time.ts'

/** The addresses of a large site that has moved. */
const REDIRECTS = 100_000
const GATE = 1.1
const ROUNDS = 5
const REQUESTS = 2_000
const CONNECTIONS = 8
/** Milliseconds in which a server hears that redirects have changed. */
const NOTIFIED = 50

/** Compares a 404 of a site with many redirects with one of the same site without any. */
export async function compareNotFound(stack: Stack): Promise<void> {
  await using embedded = await borrowEmbedded(join(stack.directory, 'postgres'))
  const { pool, close } = connect(embedded.owner_url, { max: 1 })
  const server = await stack.pidOf('server')
  const changeRedirects = async (statement: string) => {
    await pool.query(statement)
    await pool.query('select pg_notify($1, $2)', [PAGE_CHANNEL, ''])
    await delay(NOTIFIED)
    // The first unknown address after a change reads the list.
    await askMissing(stack.url, '/first')
  }
  const measure = async (name: string) => {
    const before = await processorTime([server])
    await askAll(stack.url, name)
    return (((await processorTime([server])) - before) * 1_000) / REQUESTS
  }
  await measure('warm-up')
  const rounds: { none: number; many: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const none = await measure(`none-${round}`)
    await changeRedirects(
      `insert into redirects (path, target) select '/moved/' || n, '/' from generate_series(1, ${REDIRECTS}) n`,
    )
    rounds.push({ none, many: await measure(`many-${round}`) })
    await changeRedirects(`delete from redirects where path like '/moved/%'`)
  }
  await close()
  const ratio = median(rounds.map(({ none, many }) => many / none))
  const times = [median(rounds.map(({ many }) => many)), median(rounds.map(({ none }) => none))]
  report(
    `404 with ${REDIRECTS} redirects: processor time ÷ without (${times.map(Math.round).join(' ÷ ')} µs)`,
    ratio.toFixed(2),
    `≤ ${GATE}`,
    ratio <= GATE,
  )
}

/** Each address once. */
async function askAll(url: string, name: string): Promise<void> {
  const client = async (first: number) => {
    for (let n = first; n < REQUESTS; n += CONNECTIONS) await askMissing(url, `/unknown/${name}/${n}`)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, first) => client(first)))
}

async function askMissing(url: string, path: string): Promise<void> {
  const answer = await fetch(url + path, { headers: { accept: 'text/html' } })
  await answer.arrayBuffer()
  if (answer.status !== 404) throw new Error(`${path} was answered with ${answer.status}`)
}
