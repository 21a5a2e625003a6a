import { readFile } from 'node:fs/promises'

/** Milliseconds in one unit of `/proc/PID/stat`. It is the same on all Linux systems (`getconf CLK_TCK`: 100 a second). */
const TICK = 10

/**
 * Milliseconds of processor time that processes have used since they started, in all of their threads, and with those of their
 * children that have ended, such as a parallel worker of Postgres. Waiting costs none.
 */
export async function processorTime(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map(timeOf))
  return times.reduce((sum, time) => sum + time, 0)
}

async function timeOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '') // it has exited meanwhile
  // proc(5): the name in parentheses may hold blanks; utime, stime, cutime and cstime are the 12th to 15th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * TICK
}
