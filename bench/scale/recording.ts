import type { Connection } from '../../packages/db/src/index.ts'
import { family } from '../../scripts/stack.ts'
import { inTurn, median } from '../results.ts'
import { compare, type Served } from '../serving/compare.ts'
import { processorTime } from '../serving/processor-time.ts'
import { viewOf } from '../serving/view.ts'
import type { SiteWithViews } from './site-with-views.ts'

/** In the first ones, Postgres reads the indexes into its buffers. */
const ROUNDS = { warmUp: 5, rounds: 5 }
/** Views that a server under load stores together. */
const BATCH = 32
const BATCHES = 300

/** Compares one more view by the same visitor: the processor time of server and Postgres. */
export async function compareRequests(few: SiteWithViews, many: SiteWithViews) {
  const { ours, bare } = await compare(await viewed(many), await viewed(few), BATCH)
  return { few: bare, many: ours }
}

async function viewed({ stack, first }: SiteWithViews): Promise<Served> {
  const [server, database] = [await stack.pidOf('server'), await stack.pidOf('database')]
  return {
    ...viewOf(`${stack.url}/api/articles/${first.id}/view`, first.version_id),
    pids: async () => [server, ...(await family(database))],
  }
}

/** Medians over rounds. */
interface CostOfNewVisitor {
  /** Processor time of Postgres for a view, in microseconds. */
  processor: number
  /** Milliseconds for a batch of 32 views. */
  batch: number
}

/**
 * Compares the recording of views by new visitors, alternating between two sites. Each adds a row at a random place of two
 * indexes, so this is the first to suffer when the indexes outgrow memory.
 */
export async function compareNewVisitors(few: SiteWithViews, many: SiteWithViews) {
  const record = (site: SiteWithViews) => () => recordNewVisitors(site)
  const [ofFew, ofMany] = await inTurn(record(few), record(many), ROUNDS)
  return { few: medians(ofFew), many: medians(ofMany) }
}

const medians = (rounds: CostOfNewVisitor[]): CostOfNewVisitor => ({
  processor: median(rounds.map(({ processor }) => processor)),
  batch: median(rounds.map(({ batch }) => batch)),
})

function recordNewVisitors({ stack, asOwner }: SiteWithViews): Promise<CostOfNewVisitor> {
  return asOwner(async ({ pool }) => {
    await record(pool, NEW_VISITORS)
    const pids = await family(await stack.pidOf('database'))
    const before = await processorTime(pids)
    const times: number[] = []
    for (let batch = 0; batch < BATCHES; batch++) times.push(await record(pool, NEW_VISITORS))
    const spent = (await processorTime(pids)) - before
    return { processor: (spent * 1000) / (BATCH * BATCHES), batch: median(times) }
  })
}

/** Milliseconds for a batch of 32 visitors who were not here today, but on ten days of the year. Median over all of them. */
export function timeReturning({ asOwner, visitors }: SiteWithViews): Promise<number> {
  return asOwner(async ({ pool }) => {
    const times: number[] = []
    // Everybody returns once; a small site has 1,250 visitors.
    const step = Math.floor(visitors / (36 * BATCH))
    for (let batch = 0; batch < 36; batch++)
      times.push(await record(pool, `md5((($1::bigint + number) * $2::bigint)::text)`, [batch * BATCH, step]))
    return median(times)
  })
}

const NEW_VISITORS = 'md5(gen_random_uuid()::text)'

/** Records a batch as a server does. @param visitor the 16 bytes of visitor `number`, as SQL @returns milliseconds */
async function record(pool: Connection['pool'], visitor: string, parameters: number[] = []): Promise<number> {
  const begun = performance.now()
  await pool.query(
    `select record_views(
      array_agg(1 + number % 20), array_agg(null::bigint), array_agg(decode(${visitor}, 'hex')),
      array_agg('https://site-1.example'::text), array_agg('Firefox'::text), array_agg('Desktop'::text), array_agg(false),
      array_agg(null::text), 'UTC')
    from generate_series(0::bigint, ${BATCH - 1}) number`,
    parameters,
  )
  return performance.now() - begun
}
