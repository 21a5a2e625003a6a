import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { timeFigures } from '../figures.ts'
import { compareNewVisitors, compareRequests, timeReturning } from './recording.ts'
import { type SiteWithViews, siteWith } from './site-with-views.ts'

// `npm run bench:scale -- 20000000`: what so many views cost, beside fifty thousand. Takes a minute for each million.

const FEW = 50_000
const many = Number(process.argv[2] ?? 1_000_000)
const millions = many / 1_000_000

await using small = await siteWith(FEW)
const begun = performance.now()
await using large = await siteWith(many)
print('filled and counted once', `${seconds(performance.now() - begun)} s`)

for (const { name, bytes, index_bytes, rows } of await tableSizes(large))
  print(
    `disk: ${name}`,
    `${megabytes(bytes)} MB, of which indexes ${megabytes(index_bytes)}; ${rows} rows; ${megabytes(bytes / millions)} MB per million views`,
  )

printRatio('all figures', 'ms', ...(await timeFigures(small, large)))
const again = await compareRequests(small, large)
printRatio('a view by one visitor, server and Postgres, processor time', 'µs', again.few, again.many)
const fresh = await compareNewVisitors(small, large)
printRatio(
  'a view by a new visitor, Postgres, processor time',
  'µs',
  fresh.few.processor,
  fresh.many.processor,
)
printRatio('32 views by new visitors', 'ms', fresh.few.batch, fresh.many.batch)
printRatio('32 views by returning visitors', 'ms', await timeReturning(small), await timeReturning(large))

const rebuilt = await timeRebuild(large)
print('recount of all days', `${seconds(rebuilt)} s, ${seconds(rebuilt / millions)} s per million views`)

async function timeRebuild({ stack }: SiteWithViews) {
  const begun = performance.now()
  const main = new URL('../../apps/cli/src/main.mjs', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'analytics', 'rebuild'], {
    env: { ...process.env, DATA_DIR: stack.directory, DATABASE_URL: '' },
  })
  if (!stdout.includes('Every count equals them')) print('the recount found', stdout)
  return performance.now() - begun
}

function printRatio(what: string, unit: string, few: number, lots: number) {
  print(what, `${lots.toFixed(1)} ÷ ${few.toFixed(1)} ${unit} = ${(lots / few).toFixed(2)}`)
}

function print(what: string, value: string) {
  console.log(`${what.padEnd(66)} ${value}`)
}

function megabytes(bytes: number) {
  return (bytes / 1024 ** 2).toFixed(bytes < 1e8 ? 1 : 0)
}

function seconds(milliseconds: number) {
  return (milliseconds / 1000).toFixed(1)
}

interface TableSize {
  name: string
  /** With partitions, indexes and long values. */
  bytes: number
  /** Of the indexes only. */
  index_bytes: number
  rows: number
}

/** The tables of more than 8 MB, the largest first. */
function tableSizes({ asOwner }: SiteWithViews): Promise<TableSize[]> {
  return asOwner(async ({ pool }) => {
    const { rows } = await pool.query<TableSize>(`
      select coalesce(parent.relname, own.relname) as name, sum(pg_total_relation_size(own.oid))::float8 as bytes,
        sum(pg_indexes_size(own.oid))::float8 as index_bytes, sum(greatest(own.reltuples, 0))::float8 as rows
      from pg_class own
      left join pg_inherits on inhrelid = own.oid
      left join pg_class parent on parent.oid = inhparent
      where own.relkind = 'r'
      group by 1 having sum(pg_total_relation_size(own.oid)) > 8 * 1024 * 1024 order by 2 desc`)
    return rows
  })
}
