import { startStack } from '../stack.ts'
import { inSeconds, type Report } from './report.ts'
import { tortureShutdown } from './shutdown.ts'
import { tourSite } from './tour.ts'

/** Milliseconds until all processes have exited. */
const STOP_LIMIT = 10_000
/** Milliseconds that a refused connection may have waited for a server that stops listening. */
const WAIT_LIMIT = 20

/** A tour of the API on the embedded database and the disk, then SIGTERM under load. @param stops how often */
export async function tortureAlone(stops: number): Promise<Report> {
  const lines: string[] = []
  const problems: string[] = []
  for (let stop = 0; stop < stops; stop++) {
    await using stack = await startStack()
    problems.push(...(await tourSite({ output: stack.output(), url: stack.url })))
    const report = await tortureShutdown(stack, 5)
    problems.push(...report.problems)
    if (report.took > STOP_LIMIT) problems.push(`stopping took ${inSeconds(report.took)}`)
    if (report.waited > WAIT_LIMIT)
      problems.push(`a request was refused after it had waited ${Math.round(report.waited)} ms`)
    lines.push(`Stopped under load   ${inSeconds(report.took)}, ${report.answered} requests answered`)
  }
  return { lines, problems }
}
