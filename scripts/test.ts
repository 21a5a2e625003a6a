import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'

// `npm test`: builds what is stale, then unit and integration tests on a real Postgres, then Chromium. Ends with
// one line that counts them all.

interface Tally {
  passed: number
  failed: number
}

const reports = await mkdtemp(join(tmpdir(), 'nightdesk-reports-'))

const steps = [
  { name: 'vitest', args: ['run', '--reporter=default', '--reporter=json'], read: readVitest },
  { name: 'playwright', args: ['test'], read: readPlaywright },
]

await run('turbo', ['run', 'build', '--output-logs=errors-only', '--ui=stream'])
const CHROMIUM_PATH = await findChromium()
const total: Tally = { passed: 0, failed: 0 }
for (const { name, args, read } of steps) {
  const report = join(reports, `${name}.json`)
  const outputFile = name === 'vitest' ? [`--outputFile.json=${report}`] : []
  const code = await run(name, [...args, ...outputFile], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    CHROMIUM_PATH,
  })
  const { passed, failed } = await readFile(report, 'utf8').then((text) => read(JSON.parse(text)), noReport)
  total.passed += passed
  // A runner can fail without a failing test: an error outside of one, say.
  total.failed += code !== 0 && failed === 0 ? 1 : failed
}
await rm(reports, { recursive: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

/** Runs a tool of the project; the build must succeed, the rest may fail and is counted. */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', ...env },
  })
  const code = await new Promise<number>((resolve) => child.on('exit', (status) => resolve(status ?? 1)))
  if (command === 'turbo' && code !== 0) process.exit(code)
  return code
}

function noReport(): Tally {
  return { passed: 0, failed: 1 }
}

function readVitest(report: { numPassedTests: number; numFailedTests: number }): Tally {
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

/** A flaky test is a bug until proven otherwise, so it counts as failed. */
function readPlaywright({
  stats,
}: {
  stats: { expected: number; unexpected: number; flaky: number }
}): Tally {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
}
