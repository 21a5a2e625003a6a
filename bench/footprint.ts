import { setTimeout as delay } from 'node:timers/promises'
import { commandOf, family, startStack } from '../scripts/stack.ts'
import { temporaryDirectory } from '../scripts/temporary-directory.ts'
import { memoryOf } from './memory.ts'
import { atMost } from './results.ts'
import { load } from './serving/drive.ts'

/** Milliseconds after which a started site is idle. */
const SETTLING = 5_000

/** Measures how fast `npm start` of a built site with data is ready, and the memory of its processes. */
export async function compareFootprint(): Promise<void> {
  await using directory = await temporaryDirectory('footprint')
  const options = { directory: directory.path, command: ['npm', 'start'] }
  await (await startStack(options)).stop()
  const begun = performance.now()
  await using site = await startStack(options)
  atMost('npm start, warm, until ready', (performance.now() - begun) / 1000, 3, 's', 2)
  await delay(SETTLING)
  const idle = await memoryBelow(site.pid)
  atMost('memory of the server at rest', idle.server, 120, 'MB')
  atMost('memory of everything below npm start at rest', idle.all, 300, 'MB')
  for (const path of ['/', '/api/articles', '/privacy']) await load({ url: site.url + path }, { seconds: 5 })
  atMost('memory of the server after load', (await memoryBelow(site.pid)).server, 250, 'MB')
}

/** In megabytes. */
async function memoryBelow(root: number): Promise<{ server: number; all: number }> {
  const sum = { server: 0, all: 0 }
  for (const pid of await family(root)) {
    const command = await commandOf(pid)
    const megabytes = await memoryOf(pid)
    sum.all += megabytes
    if (command.includes('apps/server/src/main.ts')) sum.server += megabytes
  }
  return sum
}
