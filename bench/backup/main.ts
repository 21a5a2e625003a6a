import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newestIn, start, timed } from '../../scripts/torture/backups/nightdesk.ts'
import { inSeconds } from '../../scripts/torture/report.ts'
import { peakMemory } from '../memory.ts'
import { atMost, isAllMet } from '../results.ts'
import { largeSite } from './large-site.ts'

// `npm run bench:backup`: what backup and trial restore of a large site cost, beside `cp` and `pg_dump`. Takes minutes.

const VIEWS = 1_000_000
const BYTES = 2_000_000_000
/** Megabytes of all processes that a command starts. */
const MEMORY_LIMIT = 300

const run = promisify(execFile)

await using site = await largeSite({ views: VIEWS, bytes: BYTES })
const { elsewhere, uploads, env } = site
const copied = await timed(() => run('cp', ['-r', uploads, join(elsewhere, 'uploads')]))
const dump = ['--format=custom', `--file=${join(elsewhere, 'dump')}`, '--dbname', env.DATABASE_URL]
const dumped = env.DATABASE_URL && (await timed(() => run('pg_dump', dump)))
const backup = await measured(['backup', '--to', elsewhere])
const trial = await measured(['backup', 'verify', await newestIn(elsewhere)])

print('cp of the uploads', copied)
if (dumped) print('pg_dump of the database, compressed', dumped)
else console.log('There is no pg_dump for the embedded Postgres')
print('backup', backup.time)
print('backup verify', trial.time)
const other = copied + (dumped || 0)
const copies = dumped ? 'cp and pg_dump' : 'cp'
console.log(
  `backup ÷ ${copies} ${(backup.time / other).toFixed(1)}, verify ÷ ${copies} ${(trial.time / other).toFixed(1)}`,
)
for (const [what, { peak }] of Object.entries({ backup, 'backup verify': trial }))
  atMost(`memory of ${what}, at most`, peak, MEMORY_LIMIT, 'MB')
process.exitCode = isAllMet() ? 0 : 1

async function measured(args: string[]) {
  const begun = performance.now()
  const child = start(args, env)
  const ended = once(child, 'close')
  // A process that could not be started has no number; `once` then throws its error.
  const peak = await peakMemory(child.pid ?? 0, ended)
  const [code] = await ended
  if (code !== 0) throw new Error(`nightdesk ${args.join(' ')} ended with ${code}`)
  return { peak, time: performance.now() - begun }
}

function print(what: string, milliseconds: number) {
  console.log(`${what.padEnd(58)} ${inSeconds(milliseconds)}`)
}
