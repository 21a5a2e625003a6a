import { readdir, readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf, RUN } from '../leave-nothing.ts'

// Waits for the end of a test run, and removes what it left behind: processes, and data in memory. Started by `leaveNothing`.

const [, , run = ''] = process.argv
/** Milliseconds from SIGTERM to SIGKILL: a server finishes its requests, and then stops its database. */
const GRACE = 12_000

process.stdin.resume().once('close', async () => {
  const deadline = performance.now() + GRACE
  for (let left = await processesOf(run); left.length > 0; left = await processesOf(run)) {
    for (const pid of left) kill(pid, performance.now() < deadline ? 'SIGTERM' : 'SIGKILL')
    await sleep(500)
  }
  await rm(memoryOf(run), { recursive: true, force: true })
})

/** The processes of a run; none where there is no /proc. */
async function processesOf(run: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '') // it has exited meanwhile
      return environment.split('\0').includes(`${RUN}=${run}`)
    }),
  )
  return pids.filter((_, index) => found[index]).map(Number)
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has exited by itself.
  }
}
