import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { family, startStack } from '../scripts/stack.ts'
import { load } from './load.ts'
import { memoryOf } from './memory.ts'
import { report } from './results.ts'

/** Milliseconds after which a started site is idle. */
const SETTLING = 5_000

/** Measures how fast `npm start` of a built site with data is ready, and the memory of its processes. */
export async function compareFootprint(): Promise<void> {
  await using ended = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'nightdesk-footprint-'))
  ended.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }))
  const options = { directory, command: ['npm', 'start'], env: { DATABASE_URL: '', LOG_LEVEL: 'warn' } }
  await (await startStack(options)).stop()
  const begun = performance.now()
  const site = ended.use(await startStack(options))
  atMost('npm start, warm, until ready', (performance.now() - begun) / 1000, 3, 's')
  await delay(SETTLING)
  const idle = await memoryBelow(site.pid)
  atMost('memory of the server at rest', idle.server, 120, 'MB')
  atMost('memory of everything below npm start at rest', idle.all, 300, 'MB')
  for (const path of ['/', '/api/articles', '/privacy']) await load({ url: site.url + path }, { seconds: 5 })
  atMost('memory of the server after load', (await memoryBelow(site.pid)).server, 250, 'MB')
}

function atMost(what: string, value: number, gate: number, unit: string) {
  report(what, `${value.toFixed(unit === 's' ? 2 : 0)} ${unit}`, `≤ ${gate} ${unit}`, value <= gate)
}

/** In megabytes. */
async function memoryBelow(root: number): Promise<{ server: number; all: number }> {
  const sum = { server: 0, all: 0 }
  for (const pid of await family(root)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') // it has exited meanwhile
    const megabytes = await memoryOf(pid)
    sum.all += megabytes
    if (command.includes('apps/server/src/main.ts')) sum.server += megabytes
  }
  return sum
}
