import { family } from '../../scripts/stack.ts'
import { report } from '../results.ts'
import { startBare } from './bare.ts'
import { compare } from './compare.ts'
import { load } from './drive.ts'
import { CONNECTIONS, type Site } from './stored-answers.ts'
import { viewOf } from './view.ts'

interface Viewed {
  id: number
  version_id: number
}

/**
 * The processor time of one view, times that of a bare route that parses the same body, stores nothing, and answers with the
 * same bytes. It is for a crowd: the fewer views come at once, the more each costs, and the less all of them do.
 */
const COST_GATE = 3
/** The concurrent readers of a story that everybody shares. */
const CROWD = 256

/** @param database the process that all of Postgres is below */
export async function compareViews(
  site: Site & { database: number },
  { id, version_id }: Viewed,
): Promise<void> {
  const view = viewOf(`${site.url}/api/articles/${id}/view`, version_id)
  using bare = await startBare([{ ...view, path: '/view' }])
  const pids = async () => [site.server, ...(await family(site.database))]
  const against = { ...view, url: `${bare.url}/view`, pids: async () => [bare.pid] }
  for (const connections of [...CONNECTIONS, CROWD]) {
    const { ours, bare: floor, cost } = await compare({ ...view, pids }, against, connections)
    const times = `${Math.round(ours)} ÷ ${Math.round(floor)} µs`
    const what = `view, server and Postgres, ${connections} connections: processor time ÷ bare route (${times})`
    const hasGate = connections === CROWD
    report(what, cost.toFixed(2), hasGate ? `≤ ${COST_GATE}` : 'none', !hasGate || cost <= COST_GATE)
  }
  const { perSecond } = await load(view)
  const { p99 } = await load(view, { seconds: 5, rate: perSecond / 2 })
  report(`view at half of ${Math.round(perSecond)} a second, p99`, `${p99} ms`, '< 50 ms', p99 < 50)
}
