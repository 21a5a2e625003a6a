import { family } from '../../scripts/stack.ts'
import { load } from '../load.ts'
import { report } from '../results.ts'
import { startBare } from './bare.ts'
import { compare } from './compare.ts'
import type { Site } from './stored-answers.ts'
import { viewOf } from './view.ts'

interface Viewed {
  id: number
  version_id: number
}

/** The processor time of one view, times that of a bare route that parses the same body and stores nothing. */
const COST_GATE = 3

/** @param database the process that all of Postgres is below */
export async function compareViews(
  site: Site & { database: number },
  { id, version_id }: Viewed,
): Promise<void> {
  const view = viewOf(`${site.url}/api/articles/${id}/view`, version_id)
  using bare = await startBare([])
  const pids = async () => [site.server, ...(await family(site.database))]
  const against = { ...viewOf(`${bare.url}/view`, version_id), pids: async () => [bare.pid] }
  const { ours, bare: floor, cost } = await compare({ ...view, pids }, against, 32)
  const times = `${Math.round(ours.total)} ÷ ${Math.round(floor.total)} µs`
  report(
    `view, server and Postgres: processor time ÷ bare route (${times})`,
    cost.toFixed(2),
    `≤ ${COST_GATE}`,
    cost <= COST_GATE,
  )
  const { perSecond } = await load(view)
  const { p99 } = await load(view, { seconds: 5, rate: perSecond / 2 })
  report(`view at half of ${Math.round(perSecond)} a second, p99`, `${p99} ms`, '< 50 ms', p99 < 50)
}
