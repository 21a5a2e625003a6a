import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { family } from '../scripts/stack.ts'

/** Megabytes of proportional set size (PSS), which divides shared memory among its processes; 0 after the process has ended. */
export async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss: +(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024
}

const PAUSE = 100

/** The most memory that a process and all processes below it had together while something ran, in megabytes. */
export async function peakMemory(root: number, ended: Promise<unknown>): Promise<number> {
  let [peak, isRunning] = [0, true]
  ended.finally(() => {
    isRunning = false
  })
  while (isRunning) {
    const sizes = await Promise.all((await family(root)).map(memoryOf))
    peak = Math.max(
      peak,
      sizes.reduce((sum, size) => sum + size, 0),
    )
    await delay(PAUSE)
  }
  return peak
}
