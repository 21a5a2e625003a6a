import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Stack } from '../stack.ts'
import { type Account, loadSteadily, newAccount } from './steady-load.ts'

interface ShutdownReport extends Account {
  /** The longest time that a refused connection had waited when the server stopped listening, in ms. */
  waited: number
  /** Milliseconds from the signal until all processes had exited. */
  took: number
}

const PER_SECOND = 100

/** Sends SIGTERM to a site on its own database under a load of 100 requests per second. */
export async function tortureShutdown(stack: Stack, seconds: number): Promise<ShutdownReport> {
  const report = { ...newAccount(), waited: 0, took: 0 }
  const endLoad = await loadSteadily(stack.url, PER_SECOND, report)
  await delay(seconds * 1000)
  const begun = performance.now()
  const code = await stack.stop()
  report.took = performance.now() - begun
  await endLoad()
  classifyResets(report)
  if (code !== 0) report.problems.push(`Nightdesk ended with ${code}`)
  if (existsSync(join(stack.directory, 'postgres', 'cluster', 'postmaster.pid')))
    report.problems.push('the database was not stopped in good order')
  return report
}

/**
 * The system resets connections that wait in the backlog of a socket when it is closed, which a client sees as a refusal.
 * Connections are accepted in order, so a connection reset before an accepted later one is a loss.
 */
function classifyResets(report: Account & { waited: number }) {
  for (const begun of report.resets) {
    if (begun < report.taken)
      report.problems.push('a request was dropped that began before one that was taken')
    else report.refused++
    report.waited = Math.max(report.waited, report.closed - begun)
  }
}
