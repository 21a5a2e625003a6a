import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { borrowEmbedded } from '../packages/db/src/embedded/start-embedded.ts'
import { connect } from '../packages/db/src/index.ts'
import { family } from '../scripts/stack.ts'
import { siteWith } from './figures.ts'
import { median } from './median.ts'
import { measure } from './serving/compare.ts'
import { viewOf } from './serving/view.ts'

// `npm run bench:scale -- 20000000`: what so many views cost, beside fifty thousand. Takes minutes for each million.

const FEW = 50_000
const many = Number(process.argv[2] ?? 1_000_000)
const MILLION = 1_000_000
const ROUNDS = 50
/** Each takes seconds. */
const ROUNDS_OF_VIEWS = 5

type Site = Awaited<ReturnType<typeof siteWith>>

await using small = await siteWith(FEW)
const begun = performance.now()
await using large = await siteWith(many)
print('filled and counted once', `${seconds(performance.now() - begun)} s`)

const [few, lots] = [await figuresOf(small), await figuresOf(large)]
print('all figures', `${lots.toFixed(1)} ÷ ${few.toFixed(1)} ms = ${(lots / few).toFixed(2)}`)
const [light, heavy] = [await costOfView(small), await costOfView(large)]
print(
  'a view, server and Postgres',
  `${Math.round(heavy)} ÷ ${Math.round(light)} µs of processor time = ${(heavy / light).toFixed(2)}`,
)
for (const { name, bytes, rows } of await sizesOf(large))
  print(
    name,
    `${Math.round(bytes / 1024 ** 2)} MB, ${rows} rows, ${(bytes / 1024 ** 2 / (many / MILLION)).toFixed(1)} MB per million views`,
  )
const rebuilt = await timeRebuild(large)
print(
  'rebuild of all counts',
  `${seconds(rebuilt)} s, ${seconds(rebuilt / (many / MILLION))} s per million views`,
)

/** Milliseconds for all figures of the admin area. */
async function figuresOf(site: Site) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await site.allFigures())
  return median(times)
}

/** Microseconds of processor time for the recording of one view. */
async function costOfView({ stack, first }: Site) {
  const [server, database] = [await stack.pidOf('server'), await stack.pidOf('database')]
  const view = {
    ...viewOf(`${stack.url}/api/articles/${first.id}/view`, first.version_id),
    pids: async () => [server, ...(await family(database))],
  }
  const costs: number[] = []
  for (let round = 0; round < ROUNDS_OF_VIEWS; round++) costs.push((await measure(view, 32)).cost.total)
  return median(costs)
}

/** Tables with their partitions and indexes, the largest first. */
async function sizesOf({ stack }: Site) {
  await using embedded = await borrowEmbedded(join(stack.directory, 'postgres'))
  const { pool, close } = connect(embedded.owner_url, { statementTimeout: 0 })
  const { rows } = await pool.query<{ name: string; bytes: number; rows: string }>(`
    select coalesce(parent.relname, own.relname) as name, sum(pg_total_relation_size(own.oid))::float8 as bytes,
      sum(greatest(own.reltuples, 0))::bigint as rows
    from pg_class own
    left join pg_inherits on inhrelid = own.oid
    left join pg_class parent on parent.oid = inhparent
    where own.relkind = 'r' and pg_total_relation_size(own.oid) > 8 * 1024 * 1024
    group by 1 order by 2 desc`)
  await close()
  return rows
}

async function timeRebuild({ stack }: Site) {
  const begun = performance.now()
  const main = new URL('../apps/cli/src/main.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'analytics', 'rebuild'], {
    env: { ...process.env, DATA_DIR: stack.directory, DATABASE_URL: '' },
  })
  if (!stdout.includes('Every count equals them')) print('the rebuild found', stdout)
  return performance.now() - begun
}

function seconds(milliseconds: number) {
  return (milliseconds / 1000).toFixed(1)
}

function print(what: string, value: string) {
  console.log(`${what.padEnd(40)} ${value}`)
}
