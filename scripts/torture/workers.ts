import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Db, migrate } from '../../packages/db/src/index.ts'
import { asOwner, createTestDb } from '../../packages/db/src/testing.ts'
import { until } from '../until.ts'
import { inSeconds, type Report } from './report.ts'

const SCRIPT = fileURLToPath(new URL('./counting-worker.ts', import.meta.url))
/** The promised 75 s, plus the time to start and to notice. */
const RECOVERY_LIMIT_MS = 120_000

interface WorkersOptions {
  /** A multiple of the kills. */
  jobs: number
  kills: number
  /** Backdates the heartbeat of a killed worker, so that a short test need not wait. */
  isBackdated?: boolean
}

/** Kills workers in the middle of their jobs while another runs, and counts the runs of every job. */
export async function tortureWorkers({ jobs, kills, isBackdated }: WorkersOptions): Promise<Report> {
  await using database = await createTestDb()
  const { db, url, owner_url } = database
  await asOwner(owner_url, sql`create table traces (job_id bigint not null)`)
  await migrate(owner_url, url)
  await using _other = startWorker(url)
  let [interrupted, longestRecovery] = [0, 0]
  for (let kill = 0; kill < kills; kill += 1) {
    const held = await killMidJob(db, url, jobs / kills)
    interrupted += held.length
    const begun = performance.now()
    if (isBackdated) await backdate(db, held)
    const areDone = async () => (await unfinished(db, held)) === 0
    await until('another worker has done them', RECOVERY_LIMIT_MS, areDone)
    longestRecovery = Math.max(longestRecovery, performance.now() - begun)
  }
  await until('every job is done', RECOVERY_LIMIT_MS, async () => (await unfinished(db)) === 0)
  return {
    lines: [
      `Background jobs      ${jobs}, ${kills} workers killed with ${interrupted} in hand`,
      `Longest until redone ${inSeconds(longestRecovery)}`,
    ],
    problems: await problemsOf(db, jobs),
  }
}

/** Queues jobs for two workers and kills one. @returns its running jobs */
async function killMidJob(db: Db, url: string, jobs: number): Promise<string[]> {
  await using victim = startWorker(url)
  const pid = victim.child.pid ?? 0
  await until('the worker takes jobs', RECOVERY_LIMIT_MS, async () => (await queueIds(db, pid)) > 0)
  await sql`
    select graphile_worker.add_job('trace', '{}'::json, max_attempts => 8)
    from generate_series(1, ${jobs}::int)`.execute(db)
  await until('it holds one', RECOVERY_LIMIT_MS, async () => (await heldBy(db, pid)).length > 0)
  await victim.kill()
  return heldBy(db, pid)
}

async function queueIds(db: Db, pid: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(cardinality(queue_ids)), 0) as count from workers where pid = ${pid}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The jobs that a worker runs. */
export async function heldBy(db: Db, pid: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select jobs.id::text from graphile_worker.jobs
    join workers on jobs.locked_by = any(queue_ids) where pid = ${pid}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Makes a dead worker look dead for a minute already, so that its jobs are released soon. */
export async function backdate(db: Db, held: string[]) {
  await sql`
    update workers set last_heartbeat = last_heartbeat - interval '1 minute'
    where queue_ids && (select array_agg(locked_by) from graphile_worker.jobs where id = any(${held}::bigint[]))`.execute(
    db,
  )
  await sql`
    update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'
    where id = any(${held}::bigint[])`.execute(db)
}

async function unfinished(db: Db, ids?: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from graphile_worker.jobs where ${ids ? sql`id = any(${ids}::bigint[])` : sql`true`}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

async function problemsOf(db: Db, jobs: number): Promise<string[]> {
  const { rows } = await sql<{ traces: number; distinct: number }>`
    select count(*) as traces, count(distinct job_id) as distinct from traces`.execute(db)
  const { traces = 0, distinct = 0 } = rows[0] ?? {}
  return [
    ...(distinct === jobs ? [] : [`${jobs - distinct} jobs were lost`]),
    ...(traces === distinct ? [] : [`${traces - distinct} effects were doubled`]),
  ]
}

function startWorker(url: string) {
  const child = spawn(process.execPath, [SCRIPT, url], { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { child, kill, [Symbol.asyncDispose]: kill }
}
