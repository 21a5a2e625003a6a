import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, randomFrom } from '../../apps/cli/src/demo/random.ts'
import type { Import } from '../../packages/contracts/src/index.ts'
import { connect, type Db } from '../../packages/db/src/index.ts'
import { zip } from '../../packages/import/src/testing.ts'
import { type Session, signIn } from '../api.ts'
import { ADMIN, type Stack, startStack } from '../stack.ts'
import { until } from '../until.ts'
import { everything, storyFiles } from './killed-imports.ts'
import type { Report } from './report.ts'
import { backdate, heldBy } from './workers.ts'

interface Torture {
  seed: string
  items: number
  kills: number
}

/** Milliseconds of an import, with the promised 75 s after each of several kills. */
const LIMIT = 600_000
/** Kills of one import. */
const MOST = 3

interface Site {
  stack: Stack
  db: Db
  session: Session
}

/** Uploads a file, kills workers and the processes of their steps while it comes in, and compares with an import without kills. */
export async function tortureUploadedImports({ seed, items, kills }: Torture): Promise<Report> {
  await using stack = await startStack({ isShared: true, admin: ADMIN })
  await using connection = connect(stack.database_url ?? '')
  const site = { stack, db: connection.db, session: await signIn(stack.url) }
  const random = randomFrom(seed)
  const problems: string[] = []
  const file = zip(await storyFiles(items))
  const empty = await everything(site.db)
  const check = async (expected: string, otherwise: string) =>
    void ((await everything(site.db)) === expected || problems.push(otherwise))
  const began = performance.now()
  const first = await bringIn(site, file)
  const duration = performance.now() - began
  const whole = await everything(site.db)
  await undo(site, first)
  await check(empty, 'something is left after an uploaded import was undone')
  const killed = { worker: 0, child: 0 }
  for (let round = 1; killed.worker + killed.child < kills; round++) {
    const ending = bringIn(site, file)
    const wanted = Math.min(MOST, kills - killed.worker - killed.child)
    const [id] = await Promise.all([ending, disturb(site, { random, duration, wanted, killed, ending })])
    await check(whole, `import ${round} that was killed differs from one that was not`)
    await undo(site, id)
    await check(empty, `something of import ${round} is left after it was undone`)
  }
  const line = `Uploads brought in   ${items} items; workers killed ${killed.worker} times, processes of a step ${killed.child} times`
  return { lines: [line], problems }
}

/** Uploads a file and brings in its items. @returns the number of the import */
export async function bringIn(site: Site, file: Uint8Array): Promise<number> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(file)], 'stories.zip'))
  const { url, headers, client } = site.session
  const response = await fetch(`${url}/admin/imports`, { method: 'POST', headers, body: form })
  if (response.status !== 201) throw new Error(`An upload was answered with ${response.status}`)
  const { data } = (await response.json()) as { data: Import } // as the contract says
  await untilState(site, data.id, 'ready')
  await client.imports.start.mutate({ id: data.id, imports_as: 'original' })
  await untilState(site, data.id, 'done')
  return data.id
}

async function undo(site: Site, id: number): Promise<void> {
  await site.session.client.imports.undo.mutate({ id })
  await untilState(site, id, 'undone')
}

const untilState = ({ db }: Site, id: number, state: Import['state']) =>
  until(`import ${id} is ${state}`, LIMIT, async () => {
    const row = await db
      .selectFrom('imports')
      .where('id', '=', id)
      .select(['state', 'failure'])
      .executeTakeFirst()
    if (row?.failure) throw new Error(row.failure)
    return row?.state === state
  })

interface Disturbance {
  random: Random
  /** Milliseconds of an import that is not disturbed. */
  duration: number
  wanted: number
  killed: { worker: number; child: number }
  ending: Promise<unknown>
}

/** Kills at random moments until the import has ended. */
async function disturb(site: Site, { random, duration, wanted, killed, ending }: Disturbance): Promise<void> {
  let isOver = false
  void ending.finally(() => (isOver = true)).catch(() => {})
  for (let kill = 0; kill < wanted; ) {
    await sleep(random(0.05, 0.5) * duration)
    if (isOver) return
    const target = random(0, 1) < 0.5 ? 'worker' : 'child'
    if (!(await KILL[target](site))) continue
    killed[target] += 1
    kill += 1
  }
}

/** @returns whether there was something to kill */
const KILL: Record<'worker' | 'child', (site: Site) => Promise<boolean>> = {
  async worker({ stack, db }) {
    const pid = await stack.pidOf('worker').catch(() => undefined) // it is being started again
    if (pid === undefined) return false
    const held = await heldBy(db, pid)
    if (held.length === 0) return false
    process.kill(pid, 'SIGKILL')
    await backdate(db, held)
    return true
  },
  child: ({ stack }) =>
    stack.kill('import').then(
      () => true,
      () => false, // none runs
    ),
}
